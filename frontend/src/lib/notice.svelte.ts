// What the operator of the server tells everybody.
import type { Notice, Notices } from "../generated/protocol";
import { get } from "./api";

let told = $state.raw<Notice | null>(null);
/** The last notice that the reader has closed. */
let closed = $state.raw<string | null>(null);

const same = (notice: Notice) => JSON.stringify(notice);

/** The notice to show; null if there is none, or if the reader has closed it. */
export const notice = () => (told && same(told) !== closed ? told : null);

export function tell(notice: Notice | null) {
  told = notice;
}

export function closeNotice() {
  closed = told && same(told);
}

/** Ask the server; a page with a live table is told by itself. */
export const loadNotice = () => get<Notices>("/api/notice").then((found) => tell(found.notice), () => {});
