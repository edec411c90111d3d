// What went wrong, in the reader's language.
import type { ErrorDetail } from "../generated/protocol";
import { isKey, named, t } from "../texts/texts.svelte";
import { ApiError, Unreachable } from "./api";

export function errorText(error: unknown): string {
  if (error instanceof Unreachable) return t("app.unreachable");
  if (!(error instanceof ApiError)) throw error;
  return refusalText(error.detail);
}

/** Why the server did not do something. */
export function refusalText({ code, message }: ErrorDetail): string {
  // Only the message says what is wrong with a set-up, a position or a stored game.
  if (code === "bad_setup" || code === "bad_position" || code === "unfit") return `${named(`refusal.${code}`)} ${message}`;
  return isKey(`refusal.${code}`) ? named(`refusal.${code}`) : message;
}
