// The state of a table in a list, in words.
import type { Table } from "../generated/protocol";
import { capital, listed, t } from "../texts/texts.svelte";
import { seatNames } from "./names";

/** Whose turn it is, who has won, or what else the table is doing; and whether it is the viewer's turn. */
export function tableState({ status, seats, my_seats, to_play, winners }: Table): { text: string; mine: boolean } {
  const names = seatNames(seats);
  const isMine = (seat: number) => my_seats.includes(seat);
  if (status === "playing" && to_play !== null) {
    const mine = isMine(to_play);
    const turn = my_seats.length === 1 && mine ? t("status.my_turn") : t("curtain.title", { name: names[to_play]! });
    return { text: turn, mine };
  }
  if (!winners?.length) return { text: capital(t(`status.${status}`)), mine: false };
  if (winners.length > 1) return { text: t("end.shared", { names: listed(winners.map((seat) => names[seat]!)) }), mine: false };
  const [winner] = winners as [number];
  const won = my_seats.length === 1 && isMine(winner);
  return { text: won ? t("status.won") : t("end.winner", { name: names[winner]! }), mine: false };
}
