// Times in words.
import { t } from "../texts/texts.svelte";

const [MINUTE, HOUR, DAY] = [60, 3600, 86_400];

/** A time as short as it can be said: 2 minutes, 1 hour, 3 days. */
export function duration(seconds: number): string {
  if (seconds < HOUR) return t("new.minutes", { n: seconds / MINUTE });
  return seconds < DAY ? t("new.hours", { n: seconds / HOUR }) : t("new.days", { n: seconds / DAY });
}
