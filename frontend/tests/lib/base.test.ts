import { afterEach, beforeEach, expect, test, vi } from "vitest";

async function withBase(base: string | undefined) {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { dataset: { base } } });
  return import("../../src/lib/base");
}

beforeEach(() => vi.stubGlobal("location", new URL("http://page.test/")));
afterEach(async () => {
  await withBase(undefined); // other tests share the modules and the globals
});

test("without a prefix paths stay as they are", async () => {
  const { linkTo, pathInPage, pathTo } = await withBase(undefined);
  expect(pathTo("/rules")).toBe("/rules");
  expect(linkTo("/t/x")).toBe("http://page.test/t/x");
  expect(pathInPage("/rules")).toBe("/rules");
});

test("with a prefix every path has it, and others are not of this page", async () => {
  const { linkTo, pathInPage, pathTo } = await withBase("/kingdom");
  expect(pathTo("/rules")).toBe("/kingdom/rules");
  expect(linkTo("/t/x")).toBe("http://page.test/kingdom/t/x");
  expect(pathInPage("/kingdom/rules")).toBe("/rules");
  expect(pathInPage("/kingdom")).toBe("/");
  expect(pathInPage("/kingdoms/rules")).toBeNull();
});
