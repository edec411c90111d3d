import { describe, expect, test, vi } from "vitest";
import type { ClientMessage, SocketError, TableEvent } from "../../src/generated/protocol";
import { Unreachable } from "../../src/lib/api";
import { TableStore } from "../../src/table/store.svelte";
import { contents, pieces, placed, table, view } from "../examples";

vi.stubGlobal("document", { visibilityState: "visible" });

/** A store of seat 0 with a transport that only records what is sent. */
function connected() {
  const sent: ClientMessage[] = [];
  const reconnect = vi.fn();
  const store = new TableStore(() => ({ send: (message) => sent.push(message), reconnect, close: () => {} }), 0);
  store.onMessage({ type: "snapshot", table: table(), events: [placed(1, 1, 5)], earlier_gold: [], view: view(1) });
  return { store, sent, reconnect };
}

const rejected = (id: string | null, code: string): SocketError => ({ type: "error", id, code, message: "", sentence: null, reason: null, seq: null });

describe("commands", () => {
  test("name the last event seen, and are pending until they are stored and their event is there", () => {
    const { store, sent } = connected();
    store.answer(42);
    expect(sent).toEqual([{ type: "answer", id: expect.any(String), seen_seq: 1, answer: 42 }]);
    expect(store.busy).toBe(true);
    const { id } = sent[0] as { id: string };
    store.onMessage({ type: "ack", id, seq: 2 });
    expect(store.busy).toBe(true);
    store.onMessage({ type: "update", events: [placed(2, 0, 5)], view: view(2) });
    expect(store.busy).toBe(false);
  });

  test("are sent again with the same id after a lost connection", () => {
    const { store, sent } = connected();
    store.undo(true);
    store.onLost();
    expect(store.connection).toBe("lost");
    store.onMessage({ type: "snapshot", table: table(), events: [], earlier_gold: [], view: view(1) });
    expect(store.connection).toBe("online");
    expect(sent).toHaveLength(2);
    expect(sent[1]).toEqual(sent[0]);
  });

  test("that are stored or rejected are not sent again", () => {
    const { store, sent } = connected();
    store.pass();
    store.chat({ text: "Hello" });
    const [pass, chat] = sent as { id: string }[];
    store.onMessage({ type: "ack", id: pass!.id, seq: 2 });
    store.onMessage(rejected(chat!.id, "bad_request"));
    store.onMessage({ type: "snapshot", table: table(), events: [placed(2, 0, 5)], earlier_gold: [], view: view(2) });
    expect(sent).toHaveLength(2);
    expect(store.busy).toBe(false);
  });
});

describe("what a player does while an answer is on its way", () => {
  /** A store with an answer on its way, and a function that lets it arrive, in a turn. */
  function answering() {
    const { store, sent } = connected();
    store.answer(42);
    const arrive = (turn = 1) => {
      const seq = store.lastSeq() + 1;
      store.onMessage({ type: "ack", id: (sent.at(-1) as { id: string }).id, seq });
      store.onMessage({ type: "update", events: [placed(seq, 0, seq)], view: view(seq, { turn }) });
    };
    const give = (answer: number) =>
      store.whenReady(() => {
        store.answer(answer);
        return true;
      }, answer);
    const answers = () => sent.flatMap((message) => (message.type === "answer" ? [message.answer] : []));
    return { store, sent, arrive, give, answers };
  }

  test("is done one after another, each in the position after the last", () => {
    const { store, sent, arrive, give, answers } = answering();
    give(43);
    give(44);
    expect([answers(), store.given]).toEqual([[42], [42, 43, 44]]);
    arrive();
    expect([answers(), store.given]).toEqual([
      [42, 43],
      [43, 44],
    ]);
    expect(sent.at(-1)).toMatchObject({ seen_seq: 2 });
    arrive();
    arrive();
    expect([answers(), store.given, store.busy]).toEqual([[42, 43, 44], [], false]);
  });

  test("is done at once when nothing is on its way", () => {
    const { store, arrive, give, answers } = answering();
    arrive();
    give(43);
    expect([answers(), store.given]).toEqual([[42, 43], [43]]);
  });

  test("counts once if it is a double click", () => {
    const { arrive, give, answers } = answering();
    [42, 43, 43].forEach(give);
    arrive();
    arrive();
    expect(answers()).toEqual([42, 43]);
  });

  test("is forgotten after something that is not possible any more", () => {
    const { store, arrive, give, answers } = answering();
    const impossible = vi.fn(() => false);
    store.whenReady(impossible, 43);
    give(44);
    arrive();
    expect([impossible.mock.calls.length, answers(), store.given]).toEqual([1, [42], []]);
  });

  test("is not done in another turn", () => {
    const { store, arrive, give, answers } = answering();
    give(43);
    arrive(2);
    expect([answers(), store.given]).toEqual([[42], []]);
  });

  test("is forgotten if the answer is rejected", () => {
    const { store, sent, give, answers } = answering();
    give(43);
    store.onMessage(rejected((sent.at(-1) as { id: string }).id, "stale"));
    expect([answers(), store.given, store.busy]).toEqual([[42], [], false]);
  });
});

test("all events are read again when names and messages were deleted", () => {
  const { store, reconnect } = connected();
  const talk = (text: string | null): TableEvent => ({ seq: 2, kind: "chat", seat: 1, by: "player", time: 0, lines: [], text });
  const redacted: TableEvent = { seq: 3, kind: "redacted", seat: null, by: "player", time: 0, lines: [], redacted: [2] };
  store.onMessage({ type: "update", events: [talk("call me")], view: view(2) });
  expect(reconnect).not.toHaveBeenCalled();
  store.onMessage({ type: "update", events: [redacted], view: view(3) });
  expect(reconnect).toHaveBeenCalledOnce();
  expect(store.lastSeq()).toBe(0);
  const shown = (store.onShown = vi.fn());
  store.onMessage({ type: "snapshot", table: table(), events: [placed(1, 1, 5), talk(null), redacted, { ...talk("hello"), seq: 4 }], earlier_gold: [], view: view(4) });
  expect(store.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
  expect(store.events[1]!.text).toBeNull();
  expect(store.lastSeq()).toBe(4);
  expect(shown).not.toHaveBeenCalled();
  expect(reconnect).toHaveBeenCalledOnce();
});

describe("events", () => {
  const golden = (seq: number, gold: number[]): TableEvent => ({ ...placed(seq, 1, seq), gold });
  const numbers = (store: TableStore) => store.events.map(({ seq }) => seq);

  /** A store that knows the events from the seventh on; earlier ones are in pages of three. */
  function late(page = (before: number) => Promise.resolve([1, 2, 3].map((n) => golden(before - 4 + n, [before - 4 + n])))) {
    const store = new TableStore(() => ({ send: () => {}, reconnect: () => {}, close: () => {} }), 0, page);
    store.onMessage({ type: "snapshot", table: table(), events: [golden(7, [7]), placed(8, 1, 8)], earlier_gold: [[1], [2], [3], [4], [5], [6]], view: view(8) });
    return store;
  }

  test("are read page by page, with the gold that was known before", async () => {
    const store = late();
    expect([numbers(store), store.hasEarlier, store.earlierGold.length]).toEqual([[7, 8], true, 6]);
    await Promise.all([store.readEarlier(), store.readEarlier()]);
    expect([numbers(store), store.earlierGold]).toEqual([[4, 5, 6, 7, 8], [[1], [2], [3]]]);
    await store.readEarlier();
    expect([numbers(store), store.earlierGold, store.hasEarlier]).toEqual([[1, 2, 3, 4, 5, 6, 7, 8], [], false]);
  });

  test("that follow are added, whether earlier ones are known or not", () => {
    const store = late();
    store.onMessage({ type: "snapshot", table: table(), events: [placed(9, 0, 9)], earlier_gold: [[1], [2]], view: view(9) });
    expect([numbers(store), store.earlierGold.length]).toEqual([[7, 8, 9], 6]);
  });

  test("that do not follow replace the known ones: too much has happened meanwhile", async () => {
    const store = late();
    const reading = store.readEarlier();
    store.onMessage({ type: "snapshot", table: table(), events: [placed(300, 0, 9)], earlier_gold: [[1], [2]], view: view(300) });
    await reading;
    expect([numbers(store), store.earlierGold, store.lastSeq()]).toEqual([[300], [[1], [2]], 300]);
  });

  test("can be asked for again after an error", async () => {
    const store = late(() => Promise.reject(new Unreachable()));
    await store.readEarlier();
    expect([numbers(store), store.readingEarlier, store.hasEarlier]).toEqual([[7, 8], false, true]);
  });
});

test("a command is shown to be on its way only if it takes long", () => {
  vi.useFakeTimers();
  const { store, sent } = connected();
  store.answer(42);
  expect(store.slow).toBe(false);
  vi.advanceTimersByTime(1000);
  expect(store.slow).toBe(true);
  store.onMessage({ type: "ack", id: (sent[0] as { id: string }).id, seq: 2 });
  store.onMessage({ type: "update", events: [placed(2, 0, 5)], view: view(2) });
  expect(store.slow).toBe(false);
  store.answer(43);
  store.onMessage({ type: "ack", id: (sent[1] as { id: string }).id, seq: 3 });
  store.onMessage({ type: "update", events: [placed(3, 0, 5)], view: view(3) });
  vi.advanceTimersByTime(1000);
  expect(store.slow).toBe(false);
  vi.useRealTimers();
});

test("what an answer would do is not shown after an answer was given, and is asked for again", () => {
  const { store, sent } = connected();
  const preview = { type: "preview" as const, answer: 42, preview: { gold: [], placed: [42], hexes: [], tiles: [], ends_turn: false, irreversible: false } as never };
  store.view = { ...store.view!, public: { ...store.view!.public, to_play: 0 } };
  store.requestPreview(42);
  store.answer(43);
  store.onMessage(preview);
  expect(store.previews.size).toBe(0);
  store.onMessage(rejected((sent.at(-1) as { id: string }).id, "not_legal"));
  store.requestPreview(42);
  store.onMessage(preview);
  expect(store.previews.size).toBe(1);
  expect(sent.filter(({ type }) => type === "preview")).toHaveLength(2);
});

test("the time for which a player is away counts from the message, whatever the clock of this device shows", () => {
  vi.useFakeTimers({ now: 0 });
  const { store } = connected();
  const seat = (number: number, seconds_away: number | null) => ({ seat: number, kind: "person" as const, name: "", level: null, free: false, device: number, connected: seconds_away === null, seconds_away });
  store.onMessage({ type: "table", table: table({ seats: [seat(0, null), seat(1, 20)] }) });
  vi.setSystemTime(1e12);
  expect(store.awaySince[0]).toBeNull();
  expect(performance.now() - store.awaySince[1]!).toBeCloseTo(20_000);
  vi.useRealTimers();
});

describe("errors", () => {
  test("are shown until the next move", () => {
    const { store, sent } = connected();
    store.answer(42);
    store.onMessage(rejected((sent[0] as { id: string }).id, "not_legal"));
    expect(store.error?.code).toBe("not_legal");
    store.onMessage({ type: "update", events: [placed(2, 1, 6)], view: view(2) });
    expect(store.error).toBeNull();
  });

  test("about a move that somebody else was faster with are not shown", () => {
    const { store } = connected();
    store.onMessage(rejected("some-id", "stale"));
    store.onMessage(rejected(null, "not_your_turn"));
    expect(store.error).toBeNull();
  });

  test("that close the connection are kept", () => {
    const { store } = connected();
    store.onClosed({ code: "not_found", message: "", sentence: null, reason: null, seq: null });
    expect([store.connection, store.closed?.code]).toEqual(["closed", "not_found"]);
  });
});

describe("updates", () => {
  test("append their events and bring the view", () => {
    const { store } = connected();
    store.onMessage({ type: "update", events: [placed(2, 0, 6), placed(3, 0, 7)], view: view(3, { to_play: 1 }) });
    expect(store.events.map((event) => event.seq)).toEqual([1, 2, 3]);
    expect(store.lastSeq()).toBe(3);
    expect(store.myTurn).toBe(false);
  });

  test("of the table alone keep the view", () => {
    const { store } = connected();
    store.onMessage({ type: "table", table: table({ watchers: 3 }) });
    expect([store.table?.watchers, store.game?.seq]).toEqual([3, 1]);
  });

  test("own moves are on the board at once", () => {
    const { store } = connected();
    const after = contents({ pieces: [pieces(0, [6])] });
    store.onMessage({ type: "update", events: [placed(2, 0, 6)], view: view(2, { contents: after }) });
    expect([...store.board.pieces.keys()]).toEqual([6]);
    expect(store.board.running).toBe(false);
  });
});

test("the card, the scores and the log of another player's move are shown after its pieces", () => {
  vi.useFakeTimers();
  const { store } = connected();
  const after = contents({ pieces: [pieces(1, [5, 6])] });
  const next = { ...view(3, { contents: after }), clock: { seat: 0, seconds_left: 60, starts_in: 0 } };
  store.onMessage({ type: "update", events: [placed(2, 1, 6), placed(3, 1, 7)], view: next });
  expect([store.game?.seq, store.events.length, store.board.running, store.lastSeq()]).toEqual([1, 1, true, 3]);
  vi.advanceTimersByTime(700);
  expect([store.game?.seq, store.events.length, store.board.running]).toEqual([3, 3, false]);
  expect(store.view?.clock?.seconds_left).toBeCloseTo(59.3);
  store.onMessage({ type: "update", events: [placed(4, 1, 8)], view: view(4) });
  store.board.skip();
  expect(store.game?.seq).toBe(4);
  vi.useRealTimers();
});

describe("previews and reasons", () => {
  const preview = { gold: [], gained: [], lost: [], placed: [7], removed: [], hexes: [], irreversible: false };

  test("a preview is requested once for each question", () => {
    const { store, sent } = connected();
    store.requestPreview(7);
    store.requestPreview(7);
    expect(sent).toEqual([{ type: "preview", answer: 7 }]);
    store.onMessage({ type: "preview", answer: 7, preview });
    expect(store.previews.get(7)).toEqual(preview);
    store.onMessage({ type: "update", events: [placed(2, 0, 6)], view: view(2) });
    expect(store.previews.size).toBe(0);
    store.requestPreview(7);
    expect(sent).toHaveLength(2);
  });

  test("no preview is requested in another player's turn", () => {
    const { store, sent } = connected();
    store.onMessage({ type: "update", events: [], view: view(1, { to_play: 1 }) });
    store.requestPreview(7);
    expect(sent).toEqual([]);
  });

  test("a reason is kept until the next move", () => {
    const { store, sent } = connected();
    store.requestWhyNot(9);
    const reason = { code: "occupied", rule: "R4.1", entry: "building-free", params: {}, hexes: [], sentence: { key: "reason.occupied", params: {} } };
    store.onMessage({ type: "why_not", hex: 9, reason });
    expect(sent).toEqual([{ type: "why_not", hex: 9 }]);
    expect(store.whyNot).toEqual({ hex: 9, reason });
    store.onMessage({ type: "update", events: [placed(2, 1, 6)], view: view(2) });
    expect(store.whyNot).toBeNull();
  });
});
