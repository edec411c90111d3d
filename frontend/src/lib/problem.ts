// What went wrong, in words for people.
import { isKey, named, t } from "../texts/texts.svelte";
import { Refused, Unreachable } from "./api";

export function problemOf(error: unknown): string {
  if (error instanceof Unreachable) return t("app.unreachable");
  if (!(error instanceof Refused)) throw error;
  const { code, message } = error.refusal;
  // What is wrong with a set-up or a position is said by the message alone.
  if (code === "bad_setup" || code === "bad_position") return `${named(`refusal.${code}`)} ${message}`;
  return isKey(`refusal.${code}`) ? named(`refusal.${code}`) : message;
}
