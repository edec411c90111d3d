// What went wrong, in the reader's language.
import type { ErrorDetail } from "../generated/protocol";
import { isKey, named, say, t } from "../texts/texts.svelte";
import { ApiError, Unreachable } from "./api";

/** The error of a request that got no answer. */
export const UNREACHABLE: ErrorDetail = { code: "unreachable", message: "", sentence: null, reason: null, seq: null };

export const errorText = (error: unknown) => refusalText(detailOf(error));

/** What a request has failed with. */
export function detailOf(error: unknown): ErrorDetail {
  if (error instanceof Unreachable) return UNREACHABLE;
  if (!(error instanceof ApiError)) throw error;
  return error.detail;
}

/** Why the server did not do something. */
export function refusalText(detail: ErrorDetail): string {
  const refusal = refusalOf(detail);
  return detail.sentence ? `${refusal} ${say(detail.sentence, [])}.` : refusal;
}

/** Why the server did not do something, in short. */
export function refusalOf({ code, message }: ErrorDetail): string {
  if (code === UNREACHABLE.code) return t("app.unreachable");
  return isKey(`refusal.${code}`) ? named(`refusal.${code}`) : message;
}
