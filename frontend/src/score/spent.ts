// What the page says when a player has no more pieces of a kind.
import type { EditableField } from "../generated/protocol";
import { ApiError } from "../lib/api";
import { capital, named, t } from "../texts/texts.svelte";

/** Which pieces a player has none left of, in words. */
export const noneLeft = (seat: number, piece: string) =>
  t("tool.none_left", { player: capital(named(`colour.${seat}`)), piece: named(`piece.${piece}`) });

/** What the server says when a table has more pieces than a player owns, in words; null if something else is wrong. */
export function spentPieces(error: unknown, fields: EditableField[]): string | null {
  const sentence = error instanceof ApiError ? error.detail.sentence : null;
  if (!sentence || !/^problem\.too_many_/.test(sentence.key)) return null;
  const [, seat, name] = /^players\[(\d)\]\.(\w+)$/.exec(String(sentence.params.path)) ?? [];
  const field = fields.find((one) => one.field === name);
  return field ? noneLeft(Number(seat), field.of) : null;
}
