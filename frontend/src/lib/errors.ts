// What went wrong, in the reader's language.
import { isKey, named, t } from "../texts/texts.svelte";
import { ApiError, Unreachable } from "./api";

export function errorText(error: unknown): string {
  if (error instanceof Unreachable) return t("app.unreachable");
  if (!(error instanceof ApiError)) throw error;
  const { code, message } = error.detail;
  // Only the message says what is wrong with a set-up or a position.
  if (code === "bad_setup" || code === "bad_position") return `${named(`refusal.${code}`)} ${message}`;
  return isKey(`refusal.${code}`) ? named(`refusal.${code}`) : message;
}
