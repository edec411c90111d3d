// What can be opened beside the board.
export type Panel = "log" | "chat" | "scores";
export const PANELS: Panel[] = ["log", "chat", "scores"];
