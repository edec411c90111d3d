// The transport to a server over a WebSocket, which connects again by itself.
import type { ClientMessage, ErrorDetail, ServerMessage } from "../generated/protocol";
import { linkTo } from "../lib/base";
import { tell } from "../lib/notice.svelte";
import type { Connect, Transport, TransportListener } from "./transport";

/** Milliseconds before the first, second, … attempt to connect again; each varies by 20 %. */
const RETRY_DELAYS = [400, 1000, 2000, 4000, 8000];
const CHECK_INTERVAL = 5000;
/** If so many milliseconds pass between two checks, the device was asleep. */
const SLEEP_THRESHOLD = 15_000;

/** Connect to a socket of the server that the page comes from. */
export const connectSocket =
  (path: string): Connect =>
  (listener) =>
    new SocketTransport(path, listener);

class SocketTransport implements Transport {
  #path: string;
  #listener: TransportListener;
  #socket: WebSocket | null = null;
  #error: ErrorDetail | null = null;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #checks: ReturnType<typeof setInterval>;
  #checked = Date.now();
  #closed = false;

  constructor(path: string, listener: TransportListener) {
    this.#path = path;
    this.#listener = listener;
    this.#connect();
    this.#checks = setInterval(this.#check, CHECK_INTERVAL);
    addEventListener("online", this.reconnect);
    document.addEventListener("visibilitychange", this.#check);
  }

  send(message: ClientMessage) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    clearInterval(this.#checks);
    removeEventListener("online", this.reconnect);
    document.removeEventListener("visibilitychange", this.#check);
    this.#socket?.close();
  }

  #connect() {
    clearTimeout(this.#retry);
    const address = linkTo(this.#path).replace("http", "ws");
    const socket = new WebSocket(`${address}?after=${this.#listener.lastSeq()}`);
    this.#socket = socket;
    this.#error = null;
    socket.onmessage = (event) => {
      if (socket === this.#socket) this.#receive(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket === this.#socket && !this.#closed) this.#lose(event.code);
    };
  }

  #receive(message: ServerMessage) {
    if (message.type === "snapshot") this.#attempts = 0;
    if (message.type === "error") this.#error = message;
    if (message.type === "notice") return tell(message.notice);
    this.#listener.onMessage(message);
  }

  #lose(code: number) {
    this.#socket = null;
    if (code >= 4400 && code < 4500) {
      this.#closed = true;
      const known = { code: code === 4404 ? "not_found" : "forbidden", message: "", sentence: null, reason: null, seq: null };
      this.#listener.onClosed(this.#error && (code === 4409 || this.#error.code === "banned") ? this.#error : known);
      return;
    }
    this.#listener.onLost();
    const delay = RETRY_DELAYS[Math.min(this.#attempts++, RETRY_DELAYS.length - 1)]!;
    this.#retry = setTimeout(() => this.#connect(), delay * (0.8 + 0.4 * Math.random()));
  }

  reconnect = () => {
    if (this.#closed) return;
    const socket = this.#socket;
    this.#socket = null;
    socket?.close();
    this.#listener.onLost();
    this.#attempts = 0;
    this.#connect();
  };

  /** Connect again after the device was asleep: its socket may be dead without an event. */
  #check = () => {
    const slept = Date.now() - this.#checked > SLEEP_THRESHOLD;
    this.#checked = Date.now();
    if (slept && document.visibilityState === "visible") this.reconnect();
  };
}
