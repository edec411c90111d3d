// The connection between a table's store and the host of the table, whatever it runs over.
import type {
  Acknowledged,
  News,
  Refusal,
  SocketAnswer,
  SocketChat,
  SocketPass,
  SocketPreview,
  SocketPreviewOf,
  SocketReason,
  SocketRefused,
  SocketUndo,
  SocketWhyNot,
  TableNews,
  Welcome,
} from "../generated/protocol";

/** A message that changes the table. The host stores one id once, so it can be sent again after a lost connection. */
export type Command = SocketAnswer | SocketUndo | SocketPass | SocketChat;
export type ClientMessage = Command | SocketWhyNot | SocketPreviewOf;
export type ServerMessage = Welcome | News | TableNews | Acknowledged | SocketRefused | SocketReason | SocketPreview;

/** What a transport calls. After a lost connection the next message is a snapshot. */
export interface TransportListener {
  onMessage(message: ServerMessage): void;
  /** The connection is lost; the transport tries again. */
  onLost(): void;
  /** The host closed the connection for good. */
  onClosed(reason: Refusal): void;
  /** The number of the last event received; a new connection asks for those after it. */
  lastSeq(): number;
}

export interface Transport {
  /** Send a message if there is a connection. */
  send(message: ClientMessage): void;
  close(): void;
}

export type Connect = (listener: TransportListener) => Transport;
