// What can be opened beside the board.
export type Panel = "log" | "chat" | "scores" | "graph";
export const PANELS: Panel[] = ["log", "chat", "scores", "graph"];
