// What a table sounds like: pieces, tiles and cards, the player's turn, the end.
import type { TableEvent } from "../generated/protocol";
import { drawnCards } from "../lib/cards";
import { FIRST_OPTION } from "../lib/hexes";
import { type Sound, play } from "../lib/sound";
import type { TableStore } from "./store.svelte";

/** How much higher the pieces of each player sound. */
const HIGHER = [1, 0.84, 1.12, 0.75, 1.26];
/** How much quieter the moves of others are. */
const OTHERS = 0.55;

/** The sounds of one move. */
export function soundsOf(move: TableEvent): Sound[] {
  const changes = move.changes ?? [];
  const [placed, removed] = [changes.some((change) => change.placed.length), changes.some((change) => change.removed.length)];
  if (move.kind === "undo") return ["flip"];
  const sounds: Sound[] = [];
  if (placed) sounds.push(removed ? "move" : "build");
  else if (removed || ((move.answer ?? 0) >= FIRST_OPTION && move.answer_name !== "end_turn")) sounds.push("flip");
  if (changes.some((change) => change.gained.length)) sounds.push("tile");
  return sounds;
}

/** Let a table be heard; call it while a component is created. */
export function hearTable(store: () => TableStore | undefined) {
  $effect(() => {
    const table = store();
    if (!table) return;
    table.onShown = (move) => {
      const how = { higher: HIGHER[move.seat ?? 0]!, quieter: move.seat === table.seat ? 1 : OTHERS };
      for (const sound of soundsOf(move)) play(sound, how);
    };
  });
  let wasMine: boolean | null = null;
  $effect(() => {
    const [mine, over] = [!!store()?.myTurn, !!store()?.game?.over];
    if (mine && wasMine === false && !over) play("turn");
    if (store()?.game) wasMine = mine;
  });
  let hand: string[] | null = null;
  $effect(() => {
    const cards = store()?.you?.hand ?? null;
    if (hand && cards && drawnCards(hand, cards).length) play("card");
    hand = cards;
  });
  $effect(() => {
    if (store()?.whyNot) play("refused");
  });
  let wasOver: boolean | null = null;
  $effect(() => {
    const game = store()?.game;
    if (!game) return;
    if (game.over && wasOver === false) play(store()!.seat === null || game.winners?.includes(store()!.seat!) ? "won" : "lost");
    wasOver = game.over;
  });
}
