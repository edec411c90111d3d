// What went wrong, in the reader's language.
import type { ErrorDetail } from "../generated/protocol";
import { isKey, named, say, t } from "../texts/texts.svelte";
import { ApiError, Unreachable } from "./api";

export function errorText(error: unknown): string {
  if (error instanceof Unreachable) return t("app.unreachable");
  if (!(error instanceof ApiError)) throw error;
  return refusalText(error.detail);
}

/** Why the server did not do something. */
export function refusalText({ code, message, sentence }: ErrorDetail): string {
  const refusal = isKey(`refusal.${code}`) ? named(`refusal.${code}`) : message;
  return sentence ? `${refusal} ${say(sentence, [])}.` : refusal;
}
