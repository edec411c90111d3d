// The form of the screen: which of the table's layouts fits.
export type ScreenForm = "wide" | "upright" | "turned";

const upright = matchMedia("(orientation: portrait)");
const small = matchMedia("(max-width: 1023px), (max-height: 500px)");
const formOf = (): ScreenForm => (upright.matches ? "upright" : small.matches ? "turned" : "wide");

const screen = $state({ form: formOf() });
for (const query of [upright, small]) query.addEventListener("change", () => (screen.form = formOf()));

/** Wide: the board and a column beside it. Upright or turned: a phone, or a window that is as narrow. */
export const screenForm = () => screen.form;
