// Times in words.
import { language, t } from "../texts/texts.svelte";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** How long ago a time was, both in seconds: now, 5 minutes ago, yesterday; after a week its date. */
export function ago(time: number, now = Date.now() / 1000): string {
  const past = Math.max(0, now - time);
  if (past >= 7 * DAY) return new Intl.DateTimeFormat(language(), { dateStyle: "medium" }).format(new Date(time * 1000));
  const words = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
  if (past < MINUTE) return words.format(0, "second");
  if (past < HOUR) return words.format(-Math.floor(past / MINUTE), "minute");
  return past < DAY ? words.format(-Math.floor(past / HOUR), "hour") : words.format(-Math.floor(past / DAY), "day");
}

/** A time as short as it can be said: 2 minutes, 1 hour, 3 days. */
export function duration(seconds: number): string {
  if (seconds < HOUR) return t("new.minutes", { n: seconds / MINUTE });
  return seconds < DAY ? t("new.hours", { n: seconds / HOUR }) : t("new.days", { n: seconds / DAY });
}

/** A time on a clock: 1:42; long times are said in hours or days. */
export function clockTime(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole >= 2 * DAY) return t("new.days", { n: Math.floor(whole / DAY) });
  if (whole >= 2 * HOUR) return t("new.hours", { n: Math.floor(whole / HOUR) });
  return `${Math.floor(whole / MINUTE)}:${String(whole % MINUTE).padStart(2, "0")}`;
}
