// Calls to the server over HTTP. A refusal becomes an error that carries the server's code.
import type { Refusal } from "../generated/protocol";

export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly status: number,
  ) {
    super(refusal.message);
  }
}

/** The server could not be reached at all. */
export class Unreachable extends Error {}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const options: RequestInit = { method };
  if (body !== undefined) {
    options.headers = { "content-type": "application/json" };
    options.body = JSON.stringify(body);
  }
  let response: Response;
  try {
    response = await fetch(path, options);
  } catch {
    throw new Unreachable();
  }
  if (response.status === 204) return undefined as T;
  const answer = await response.json().catch(() => null);
  if (!response.ok)
    throw new Refused(answer?.error ?? { code: "failed", message: response.statusText }, response.status);
  return answer as T;
}

export const get = <T>(path: string) => call<T>("GET", path);
export const post = <T>(path: string, body: unknown = {}) => call<T>("POST", path, body);
export const put = <T>(path: string, body: unknown) => call<T>("PUT", path, body);

/** A name for a message, new for each: the same one again is the same message again. */
export const newId = () => Array.from(crypto.getRandomValues(new Uint8Array(12)), (b) => b.toString(16).padStart(2, "0")).join("");
