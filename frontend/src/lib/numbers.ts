// Numbers in words.

/** A change with its sign; `none` if nothing changes. */
export const signed = (n: number, none = "±0") => (n > 0 ? `+${n}` : n < 0 ? `−${-n}` : none);
