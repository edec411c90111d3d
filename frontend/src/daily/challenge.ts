// The daily challenge: requests, its bars, and its text to share.
import type { DailyOwnResult, DailyResults, Joined } from "../generated/protocol";
import { command } from "../lib/api";
import { linkTo } from "../lib/base";
import { seatAddress } from "../lib/tables";
import { settings } from "../lib/settings.svelte";
import { language, say, t } from "../texts/texts.svelte";

/** The seat of the person; the bot has the other one. */
export const SEAT = 0;
export const BOT_SEAT = 1;

/** The most bars that show how much gold the players have. */
const BARS = 15;
const HOUR = 3600;

export interface Bar {
  /** The least gold of the players it counts. */
  from: number;
  players: number;
  mine: boolean;
}

/** Begin a challenge, or go on with it; return the address of the seat. */
export async function enterChallenge(day: string, practice = false): Promise<string> {
  const { table } = await command<Joined>(`/api/daily/${day}`, { name: settings.name.trim(), practice });
  return seatAddress(table);
}

/** How many players have how much gold, in bars of the same width from the least to the most. */
export function barsOf(counts: DailyResults["counts"], mine: number | null): Bar[] {
  const [least, most] = [counts[0]?.[0] ?? 0, counts.at(-1)?.[0] ?? 0];
  const width = Math.max(1, Math.ceil((most - least + 1) / BARS));
  const bars = Array.from({ length: Math.ceil((most - least + 1) / width) }, (_, i) => ({ from: least + i * width, players: 0, mine: false }));
  for (const [gold, players] of counts) bars[Math.floor((gold - least) / width)]!.players += players;
  const own = mine === null ? undefined : bars[Math.floor((mine - least) / width)];
  if (own) own.mine = true;
  return bars;
}

/** The result as a text for others, with the address of the challenge. */
export const shareText = ({ text }: DailyOwnResult, day: string) =>
  [...text.map((line) => line.map((sentence) => say(sentence, [])).join(" · ")), linkTo(`/daily?date=${day}`)].join("\n");

/** The time that is left, in words: 9 h 12 min. */
export function timeLeft(seconds: number): string {
  const minutes = Math.max(1, Math.floor(seconds / 60));
  const [h, min] = [Math.floor((minutes * 60) / HOUR), minutes % 60];
  return h ? t("daily.hours", { h, min }) : t("daily.minutes", { min });
}

/** A day with its date, such as 18 Nov. */
export const dayName = (day: string) =>
  new Intl.DateTimeFormat(language() === "en" ? "en-GB" : "fr", { day: "numeric", month: "short", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));

/** The day before or after another, as YYYY-MM-DD. */
export const dayBeside = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * HOUR * 1000).toISOString().slice(0, 10);
