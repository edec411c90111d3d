// The connection between a table's store and the host of the table, whatever it runs over.
import type { ClientMessage, ErrorDetail, ServerMessage, SocketAnswer, SocketChat, SocketPass, SocketUndo } from "../generated/protocol";

/** A message that changes the table. The host stores one id once, so it can be sent again after a lost connection. */
export type Command = SocketAnswer | SocketUndo | SocketPass | SocketChat;

/** What a transport calls. After a lost connection the next message is a snapshot. */
export interface TransportListener {
  onMessage(message: ServerMessage): void;
  /** The connection is lost; the transport tries again. */
  onLost(): void;
  /** The host closed the connection for good. */
  onClosed(reason: ErrorDetail): void;
  /** The number of the last event received; a new connection asks for those after it. */
  lastSeq(): number;
}

export interface Transport {
  /** Send a message if there is a connection. */
  send(message: ClientMessage): void;
  /** Connect anew; the next message is a snapshot. */
  reconnect(): void;
  close(): void;
}

export type Connect = (listener: TransportListener) => Transport;
