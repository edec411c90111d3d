import { afterEach, expect, test, vi } from "vitest";
import { TablePages } from "../../src/lib/tablePages.svelte";
import { table } from "../examples";

afterEach(() => vi.unstubAllGlobals());

test("older tables are read page by page, until a page is not full", async () => {
  const all = Array.from({ length: 25 }, (_, number) => table({ id: `table${number}` }));
  const fetch = vi.fn(async (address: string) => {
    const before = /before=table(\d+)/.exec(address);
    const start = before ? Number(before[1]) + 1 : 0;
    return new Response(JSON.stringify(all.slice(start, start + 20)));
  });
  vi.stubGlobal("fetch", fetch);
  const pages = new TablePages("/api/my/tables");
  expect(await pages.first).toHaveLength(20);
  expect(pages.more).toBe(true);
  await pages.next();
  expect(pages.tables.map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  expect(pages.more).toBe(false);
});
