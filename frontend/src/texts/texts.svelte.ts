// The page in the reader's language. A text may hold {name} and {n:one|many}, where n chooses the word. Beside the name of
// a player, {name:builds|build} has the word for others first and the word for the reader second.
import type { Noun, SeatName, Sentence } from "../generated/protocol";
import gameEn from "../generated/texts.en.json";
import gameFr from "../generated/texts.fr.json";
import { settings } from "../lib/settings.svelte";
import pageEn from "./page.en.json";
import pageFr from "./page.fr.json";

const en = { ...gameEn, ...pageEn };
const fr: Record<keyof typeof en, string> = { ...gameFr, ...pageFr };
const TEXTS = { en, fr };

export type Key = keyof typeof en;
/** The reader, in a sentence about the players. */
export const YOU = Symbol("you");
export type Params = Record<string, string | number | typeof YOU>;

const fromSystem = navigator.languages.map((tag) => tag.slice(0, 2)).find((tag) => tag === "en" || tag === "fr") ?? "en";

export const language = () => (settings.language === "system" ? (fromSystem as "en" | "fr") : settings.language);

const PLURALS = { en: new Intl.PluralRules("en"), fr: new Intl.PluralRules("fr") };

/** A text in the reader's language. */
export function t(key: Key, params: Params = {}): string {
  const lang = language();
  return TEXTS[lang][key].replace(/\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g, (_, name: string, first: string | undefined, second: string | undefined, at: number) => {
    const value = params[name] ?? "";
    if (first === undefined) return value === YOU ? t(at === 0 ? "seat.me" : "seat.you") : String(value);
    if (typeof value === "string") return first;
    return (value !== YOU && PLURALS[lang].select(value) === "one" ? first : second) ?? "";
  });
}

/** A text whose key is put together, such as a card's name; the key itself if there is none. */
export function named(key: string, params: Params = {}): string {
  return key in en ? t(key as Key, params) : key;
}

/** A sentence of the server in the reader's language; `names` are the players by seat, and `you` is the reader's seat if any. */
export function say(sentence: Sentence, names: string[], you: number | null = null): string {
  const addresses = TEXTS[language()][sentence.key as Key]?.includes("{name:");
  const value = (param: string | number | Noun | SeatName) => {
    if (typeof param !== "object") return param;
    if ("seat" in param) return addresses && param.seat === you ? YOU : (names[param.seat] ?? "");
    return noun(param);
  };
  return named(sentence.key, mapped(sentence.params, value));
}

/** A noun of the server: its parameters are keys of texts. */
const noun = ({ key, params }: Noun) => named(key, mapped(params, named));

const mapped = <A, B>(params: Record<string, A>, change: (param: A) => B) =>
  Object.fromEntries(Object.entries(params).map(([name, param]) => [name, change(param)]));

export const isKey = (key: string): key is Key => key in en;

/** A list in words: grass, desert and water. */
export const listed = (words: string[]) =>
  new Intl.ListFormat(language() === "en" ? "en-GB" : "fr", { type: "conjunction" }).format(words);

/** The name of a tile, such as Farm or Donation (water). */
export function tileName(name: string): string {
  const [kind, terrain] = name.split(":");
  return named(`tile.${kind}.name`, { terrain: terrain ? named(`terrain.${terrain}`) : "" });
}

export const tileLine = (name: string) => named(`tile.${name.split(":")[0]}.line`);

/** The entry of a tile in the rules. */
export const tileEntry = (name: string) => `tile-${name.split(":")[0]}`;

/** With a capital letter at its beginning. */
export const capital = (text: string) => text.charAt(0).toLocaleUpperCase(language()) + text.slice(1);
