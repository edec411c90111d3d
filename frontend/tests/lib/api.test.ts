import { afterEach, describe, expect, test, vi } from "vitest";
import { ApiError, Unreachable, command, get, newId, post } from "../../src/lib/api";

const respond = (status: number, body: string | null) =>
  vi.stubGlobal("fetch", vi.fn(async () => new Response(body, { status, statusText: "Bad" })));

afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  test("returns the JSON of the answer", async () => {
    respond(200, '{"a": 1}');
    expect(await get("/api/x")).toEqual({ a: 1 });
    expect(fetch).toHaveBeenCalledWith("/api/x", { method: "GET" });
  });

  test("sends its body as JSON", async () => {
    respond(200, "{}");
    await post("/api/x", { b: 2 });
    expect(fetch).toHaveBeenCalledWith("/api/x", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: '{"b":2}',
    });
  });

  test("that changes something has a new id", async () => {
    respond(200, "{}");
    await command("/api/x", { c: 3 }, "PUT");
    await command("/api/x");
    const sent = vi.mocked(fetch).mock.calls.map(([, options]) => [options!.method, JSON.parse(String(options!.body))]);
    expect(sent).toEqual([
      ["PUT", { id: expect.any(String), c: 3 }],
      ["POST", { id: expect.any(String) }],
    ]);
    expect(sent[0]![1].id).not.toBe(sent[1]![1].id);
  });

  test("fails with the server's error", async () => {
    respond(409, '{"error": {"code": "stale", "message": "Too late."}}');
    const error = await post("/api/x").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status: 409, message: "Too late.", detail: { code: "stale" } });
  });

  test("fails with a code also where something else than the server answers", async () => {
    respond(502, "<html>");
    await expect(get("/api/x")).rejects.toMatchObject({ status: 502, detail: { code: "failed", message: "Bad" } });
  });

  test("says that there is no connection", async () => {
    vi.stubGlobal("fetch", vi.fn(() => Promise.reject(new TypeError("offline"))));
    await expect(get("/api/x")).rejects.toBeInstanceOf(Unreachable);
  });
});

test("every message has an id of its own", () => {
  const ids = Array.from({ length: 100 }, newId);
  expect(new Set(ids).size).toBe(100);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{24}$/);
});
