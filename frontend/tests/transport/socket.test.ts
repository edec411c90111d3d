import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { ErrorDetail, ServerMessage } from "../../src/generated/protocol";
import { connectSocket } from "../../src/transport/socket";
import type { Transport } from "../../src/transport/transport";

class FakeSocket {
  static OPEN = 1;
  static opened: FakeSocket[] = [];
  readyState = 0;
  sent: string[] = [];
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    FakeSocket.opened.push(this);
  }

  send(text: string) {
    this.sent.push(text);
  }

  close() {
    this.onclose?.({ code: 1000 });
  }

  open() {
    this.readyState = FakeSocket.OPEN;
    this.onmessage?.({ data: JSON.stringify({ type: "snapshot" }) });
  }
}

let listeners: Map<string, () => void>;
let seq = 0;
let messages: ServerMessage[] = [];
let lost = 0;
let closed: ErrorDetail | null = null;
let transport: Transport;
const last = () => FakeSocket.opened.at(-1)!;

beforeEach(() => {
  vi.useFakeTimers();
  [listeners, seq, messages, lost, closed] = [new Map(), 0, [], 0, null];
  FakeSocket.opened = [];
  const listen = (name: string, call: () => void) => listeners.set(name, call);
  const forget = (name: string) => listeners.delete(name);
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("addEventListener", listen);
  vi.stubGlobal("removeEventListener", forget);
  vi.stubGlobal("document", { visibilityState: "visible", addEventListener: listen, removeEventListener: forget });
  transport = connectSocket("/api/x/live")({
    onMessage: (message) => messages.push(message),
    onLost: () => lost++,
    onClosed: (reason) => (closed = reason),
    lastSeq: () => seq,
  });
});

afterEach(() => {
  transport.close();
  vi.useRealTimers();
});

test("the socket is at the server that the page comes from", () => {
  expect(last().url).toBe("ws://page.test/api/x/live?after=0");
});

test("messages are sent only over an open socket", () => {
  transport.send({ type: "why_not", hex: 1 });
  last().open();
  transport.send({ type: "why_not", hex: 2 });
  expect(last().sent).toEqual(['{"type":"why_not","hex":2}']);
  expect(messages).toEqual([{ type: "snapshot" }]);
});

describe("a lost connection", () => {
  test("is made again, from the last event on, and later each time", () => {
    last().open();
    seq = 12;
    last().onclose!({ code: 1006 });
    expect([lost, FakeSocket.opened.length]).toEqual([1, 1]);
    vi.advanceTimersByTime(500);
    expect(last().url).toBe("ws://page.test/api/x/live?after=12");
    last().onclose!({ code: 1006 });
    vi.advanceTimersByTime(500);
    expect(FakeSocket.opened).toHaveLength(2);
    vi.advanceTimersByTime(700);
    expect(FakeSocket.opened).toHaveLength(3);
  });

  test("is made again at once when the network is back", () => {
    last().open();
    last().onclose!({ code: 1006 });
    listeners.get("online")!();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test("is made again when the device was asleep", () => {
    last().open();
    vi.setSystemTime(Date.now() + 60_000);
    listeners.get("visibilitychange")!();
    expect(FakeSocket.opened).toHaveLength(2);
  });

  test("brings no message of the old socket", () => {
    const old = last();
    old.open();
    listeners.get("online")!();
    old.onmessage!({ data: '{"type": "update"}' });
    expect(messages).toHaveLength(1);
  });
});

describe("a closed connection", () => {
  test.each([
    [4404, "not_found"],
    [4403, "forbidden"],
  ])("with code %i stays closed", (code, reason) => {
    last().onclose!({ code });
    vi.advanceTimersByTime(60_000);
    expect([closed?.code, lost, FakeSocket.opened.length]).toEqual([reason, 0, 1]);
  });

  test("to a table that cannot be loaded has the server's reason", () => {
    const error = { type: "error", id: null, code: "unfit", message: "Move 7 is not allowed.", reason: null, seq: null };
    last().onmessage!({ data: JSON.stringify(error) });
    last().onclose!({ code: 4409 });
    vi.advanceTimersByTime(60_000);
    expect([closed?.code, closed?.message, lost, FakeSocket.opened.length]).toEqual(["unfit", error.message, 0, 1]);
  });

  test("by the page leaves nothing behind", () => {
    transport.close();
    vi.advanceTimersByTime(60_000);
    expect([lost, FakeSocket.opened.length, listeners.size, vi.getTimerCount()]).toEqual([0, 1, 0, 0]);
  });
});
