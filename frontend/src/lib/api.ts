// Calls to the server over HTTP.
import type { ErrorBody, ErrorDetail } from "../generated/protocol";
import { pathTo } from "./base";

/** The server answered with an error. */
export class ApiError extends Error {
  constructor(
    readonly detail: ErrorDetail,
    readonly status: number,
  ) {
    super(detail.message);
  }
}

/** There was no answer. */
export class Unreachable extends Error {}

async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const options: RequestInit = { method };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(pathTo(path), options);
  } catch {
    throw new Unreachable();
  }
  if (!response.ok) throw await errorOf(response);
  return (await response.json()) as T;
}

/** Read the server's error; something between page and server may answer without one. */
async function errorOf(response: Response): Promise<ApiError> {
  const body: ErrorBody | null = await response.json().catch(() => null);
  const unknown = { code: "failed", message: response.statusText, sentence: null, reason: null, seq: null };
  return new ApiError(body?.error ?? unknown, response.status);
}

export const get = <T>(path: string) => call<T>("GET", path);
export const remove = <T>(path: string) => call<T>("DELETE", path);
export const post = <T>(path: string, body: object = {}) => call<T>("POST", path, body);

/** Send a command: a request that changes something and has an id. */
export const command = <T>(path: string, body: object = {}, method: "POST" | "PUT" = "POST") =>
  call<T>(method, path, { id: newId(), ...body });

/** A new id for a command. The server stores one id once. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
