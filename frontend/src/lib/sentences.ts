// Questions, reasons and what happened, in whole sentences of the reader's language.
import type { Question, TableEvent, Reason } from "../generated/protocol";
import { type Key, isKey, named, t, tileName } from "../texts/texts.svelte";
import { FIRST_OPTION, type Hex, nameOf } from "./hexes";
import type { BoardHex, PieceKind } from "./position";

/** The first of these keys that there is a text for. */
const firstKey = (...keys: string[]): Key => keys.find(isKey) as Key;
const terrainKey = (terrain: string | null) => terrain ?? "land";
const PLAIN_TERRAIN = new Set(["land", "land_or_mountain"]);

/** What is asked, said to the player who is asked; `offered` are the named answers. */
export function questionSentence(asked: Question, offered: ReadonlyMap<string, number>, hexes: number): string {
  const { stage, action } = asked;
  const params = {
    n: asked.left ?? 1,
    on: named(`on.${terrainKey(asked.terrain)}`),
    tile: tileName(action),
    piece: asked.piece === null ? "" : nameOf(asked.piece),
  };
  const base = `question.${stage}`;
  const names = [...offered.keys()].filter((name) => !isKey(`question.offered.${name}`));
  const variants = [
    ...(offered.has("stop") ? ["more"] : []),
    ...(offered.has("end_turn") ? ["end_turn"] : []),
    ...(names.some((name) => isKey(`tile.${name.split(":")[0]}.name`)) ? ["tile"] : []),
    ...(hexes ? [] : ["options"]),
    ...(names.length ? [] : ["hexes"]),
  ];
  const keys = variants.flatMap((variant) => [`${base}.${action}.${variant}`, `${base}.${variant}`]);
  const terrain = asked.terrain && !PLAIN_TERRAIN.has(asked.terrain) ? [`${base}.terrain`] : [];
  const notes = [...offered.keys()].map((name) => `question.offered.${name}`).filter(isKey);
  return [t(firstKey(...keys, `${base}.${action}`, ...terrain, base), params), ...notes.map((note) => t(note))].join(" ");
}

/** The same told about somebody else. */
export function waitingSentence(asked: Question, name: string): string {
  const stage = `waiting.${asked.stage}`;
  return t(firstKey(`${stage}.${asked.action}`, stage, "waiting.extra"), {
    name,
    n: asked.left ?? 1,
    on: named(`on.${terrainKey(asked.terrain)}`),
    tile: tileName(asked.action),
    piece: asked.piece === null ? "" : nameOf(asked.piece),
  });
}

/** Why a hex is not offered. */
export function reasonSentence(reason: Reason, asked: Question | null, you: number, names: string[], ground: BoardHex | undefined): string {
  const { code, params } = reason;
  const kind = typeof params.kind === "string" ? params.kind : null;
  const owner = typeof params.owner === "number" ? params.owner : null;
  const base = `reason.${code}`;
  const variants = [
    ...(asked ? [`${base}.${asked.action}`, `${base}.${asked.stage}`] : []),
    ...(reason.rule === "R0.21" ? [`${base}.origin`] : []),
    ...(owner === null ? [] : [owner === you ? `${base}.own` : `${base}.other`]),
    ...(params.needed ? [`${base}.terrain`] : []),
    ...(kind ? [`${base}.${kind}`, `${base}.kind`] : []),
  ];
  return t(firstKey(...variants, base), {
    kind: kind === null ? "" : named(`article.${kind}`),
    owner: owner === null ? "" : (names[owner] ?? ""),
    needed: named(`terrain.${params.needed ?? "land"}`),
    found: named(`terrain.${params.found ?? "land"}`),
    free: named(`free.${terrainKey(asked?.terrain ?? null)}`),
    here: named(`free.${ground?.terrain ?? "land"}`),
  });
}

export interface LogLine {
  number: number;
  seat: number | null;
  text: string;
  hexes: Hex[];
  kind: "move" | "turn" | "talk" | "table";
}

/** What the log must know of the moment before an entry. */
export interface Moment {
  /** The tile in use, or the last one that was used in this turn. */
  using: string | null;
  /** What a hex chosen now puts down: a tile that has just been begun may place something else than a settlement. */
  placing: PieceKind;
  /** The ships, wagons and warriors on the board. */
  tokens: ReadonlyMap<Hex, PieceKind>;
  /** The terrain of the turn, once it is known. */
  terrain: string | null;
}

const ACTIONS_WITHOUT_TILE = new Set(["farm_action", "cave_action", "refuge_bonus", "canoe_bonus", "silo"]);

/** What happened, in words; `start` is the seat that began. */
export function logLines(entry: TableEvent, names: string[], moment: Moment, start: number): LogLine[] {
  const name = entry.seat === null ? "" : (names[entry.seat] ?? "");
  const line = (key: Key, params = {}, hexes: Hex[] = [], kind: LogLine["kind"] = "move", seat = entry.seat): LogLine => ({
    number: entry.seq,
    seat,
    text: t(key, { name, ...params }),
    hexes,
    kind,
  });
  switch (entry.kind) {
    case "chat":
      return [{ number: entry.seq, seat: entry.seat, text: t("log.says", { name, text: entry.text ?? "" }), hexes: [], kind: "talk" }];
    case "phrase":
      return [{ number: entry.seq, seat: entry.seat, text: t("log.says", { name, text: named(`phrase.${entry.phrase}`) }), hexes: [], kind: "talk" }];
    case "moved":
      return [line("log.moved_device", {}, [], "table")];
    case "renamed":
      return [line("log.renamed", { name: entry.name ?? name }, [], "table")];
    case "joined":
      return [line("log.joined", { name: entry.name ?? name }, [], "table")];
    case "undo":
      return [line("log.undo", { n: entry.count ?? 1 }, hexesOf(entry))];
    case "answer":
      return answerLines(entry, names, moment, line);
    case "started":
      return [line("log.started", {}, [], "table"), ...(entry.terrain ? [revealed(entry, names, start, line)] : [])];
    default:
      return [line(firstKey(`log.${entry.kind}`), {}, [], "table")];
  }
}

const hexesOf = (entry: TableEvent) => (entry.changes ?? []).flatMap((change) => [...change.placed, ...change.removed]);

type Line = (key: Key, params?: object, hexes?: Hex[], kind?: LogLine["kind"], seat?: number | null) => LogLine;

function answerLines(entry: TableEvent, names: string[], moment: Moment, line: Line): LogLine[] {
  const lines: LogLine[] = [];
  const { using } = moment;
  const word = entry.answer_name ?? "";
  const answer = entry.answer ?? 0;
  const changes = entry.changes ?? [];
  if (answer >= FIRST_OPTION) {
    if (word === "end_turn") lines.push(line("log.end_turn", {}, [], "turn"));
    else if (word === "pass") lines.push(line("log.passed"));
    else if (word === "stop") lines.push(line("log.stopped"));
    else if (isKey(`terrain.${word}`)) lines.push(line("log.drew.chosen", { terrain: named(`terrain.${word}`) }));
    else if (word !== "take_back")
      lines.push(
        line(firstKey(`log.chosen.${using}`, `log.used.${word}`, ACTIONS_WITHOUT_TILE.has(word) ? "log.used.action" : "log.used"), { tile: tileName(word) }),
      );
  }
  for (const change of changes) lines.push(...changeLines(entry, change, names, moment, line));
  const placed = `log.placed.${using}`;
  if (!changes.length && answer < FIRST_OPTION && isKey(placed)) lines.push(line(placed, { hex: nameOf(answer) }, [answer]));
  if (entry.terrain && word === "end_turn") lines.push(revealed(entry, names, ((entry.seat ?? 0) + 1) % names.length, line));
  else if (entry.terrain && word !== entry.terrain)
    lines.push(line(moment.terrain ? "log.drew" : "log.drew.chosen", { terrain: named(`terrain.${entry.terrain}`) }));
  return lines;
}

/** Whose turn begins, and with which card. */
const revealed = (entry: TableEvent, names: string[], seat: number, line: Line) =>
  line("log.drew.turn", { name: names[seat] ?? "", terrain: named(`terrain.${entry.terrain}`) }, [], "move", seat);

function changeLines(entry: TableEvent, change: NonNullable<TableEvent["changes"]>[number], names: string[], moment: Moment, line: Line): LogLine[] {
  const lines: LogLine[] = [];
  const { using, placing: kind, tokens } = moment;
  const { placed, removed, seat } = change;
  const name = names[seat] ?? "";
  const [to, from] = [placed[0], removed[0]];
  if (placed.length > 1) lines.push(line("log.placed.city_hall", { hex: nameOf(entry.answer ?? placed[0]!) }, placed));
  else if (to !== undefined && from !== undefined) lines.push(line("log.moved", { from: nameOf(from), to: nameOf(to) }, [from, to]));
  else if (to !== undefined) {
    lines.push(
      kind === "settlement" ? line("log.built", { hex: nameOf(to) }, [to]) : line("log.placed", { piece: named(`article.${kind}`), hex: nameOf(to) }, [to]),
    );
  } else if (from !== undefined) {
    const key = seat !== entry.seat ? "log.removed" : firstKey(`log.taken_back.${using}`, "log.taken_back");
    const piece = tokens.get(from) ?? "settlement";
    lines.push(line(key, { name, piece: named(`article.${piece}`), hex: nameOf(from) }, [from], "move", seat));
  }
  const told = (tiles: string[], key: "log.gained" | "log.lost") => {
    const seen = new Set<string>();
    for (const tile of tiles) {
      const again = seen.has(tile) && isKey(`tile.${tile}_bonus.name`);
      lines.push(line(again ? `${key}.bonus` : key, { name, tile: again ? named(`tile.${tile}_bonus.name`) : tileName(tile) }, placed, "move", seat));
      seen.add(tile);
    }
  };
  told(change.gained, "log.gained");
  // A nomad tile that was used or has expired is no news.
  told(change.lost.filter((tile) => entry.answer_name !== tile && entry.answer_name !== "end_turn"), "log.lost");
  if (change.gold > 0) lines.push(line("log.gold", { name, n: change.gold }, [], "move", seat));
  return lines;
}
