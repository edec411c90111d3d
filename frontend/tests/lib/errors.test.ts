import { afterEach, describe, expect, test } from "vitest";
import { ApiError, Unreachable } from "../../src/lib/api";
import { UNREACHABLE, errorText, refusalOf } from "../../src/lib/errors";
import { settings } from "../../src/lib/settings.svelte";

const rejected = (code: string, key?: string, params: Record<string, string | number> = {}) =>
  new ApiError({ code, message: "in English", sentence: key ? { key, params } : null, reason: null, seq: null }, 422);

afterEach(() => (settings.language = "en"));

describe("what went wrong", () => {
  test("is a sentence of its code", () => {
    settings.language = "fr";
    expect(errorText(rejected("stale"))).toBe("Il s’est passé quelque chose entre-temps\u00a0: regardez de nouveau.");
    expect(errorText(new Unreachable())).toBe("Le serveur ne répond pas. Réessayez, s’il vous plaît.");
  });

  test("says in French what is wrong with a set-up or a position", () => {
    settings.language = "fr";
    expect(errorText(rejected("bad_setup", "problem.wrong_number_of_sections", { count: 5 }))).toBe(
      "Cette mise en place n’est pas possible. Sections\u00a0: un plateau a 4 sections, pas 5.",
    );
    expect(errorText(rejected("bad_position", "problem.expected_turn", { path: "board.sections[0][1]", found: "90" }))).toBe(
      "Cette position est illisible. board.sections[0][1]\u00a0: il faut 0 ou 180, et non 90.",
    );
  });

  test("is the sentence of the unreachable server for a move too, and has one for a hint that is still thought about", () => {
    expect(refusalOf(UNREACHABLE)).toBe(errorText(new Unreachable()));
    expect(errorText(rejected("thinking"))).toMatch(/^The hint that you asked for before/);
  });

  test("is the server's message for an unknown code", () => {
    expect(errorText(rejected("quite_new"))).toBe("in English");
  });
});
