// Numbers in words, as the language writes them.
import { language } from "../texts/texts.svelte";

/** A whole change with its sign; `none` if nothing changes. */
export const signed = (n: number, none = "±0") => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : none);

const format = (n: number, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language(), options).format(n).replace("-", "−");
const digitsOf = (digits: number) => ({ minimumFractionDigits: digits, maximumFractionDigits: digits });

export const whole = (n: number) => format(n, {});

export const decimal = (n: number, digits = 1) => format(n, digitsOf(digits));

/** A change with its sign; without one if it is rounded to 0. */
export const change = (n: number, digits = 1) => format(n, { ...digitsOf(digits), signDisplay: "exceptZero" });

export const percent = (share: number, digits = 0) => format(share, { style: "percent", ...digitsOf(digits) });

export const percentChange = (share: number) => format(share, { style: "percent", maximumFractionDigits: 1, signDisplay: "exceptZero" });
