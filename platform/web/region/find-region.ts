import type { RegionNode } from "@ops/platform/contract";
import { nearness } from "../form/input/nearness.ts";

type Named = Pick<RegionNode, "name" | "code" | "pinyin">;

const NOT = Number.POSITIVE_INFINITY;
/** The distance of a division whose province or city matches. It comes after direct matches. */
const BELOW = 10;

/** Finds divisions and puts the best first, the shorter path of two that are as good. One per input: it remembers ranks. */
export function regionSearch() {
  let known = { typed: "", ranks: new Map<string, number>() };
  const rank = (path: readonly Named[], typed: string): number => {
    const code = path.at(-1)?.code ?? "";
    if (known.typed !== typed) known = { typed, ranks: new Map() };
    const found = known.ranks.get(code) ?? rankOf(path, typed);
    known.ranks.set(code, found);
    return found;
  };
  return {
    isFound: (path: readonly Named[], typed: string) => rank(path, typed) < NOT,
    compare: (a: readonly Named[], b: readonly Named[], typed: string) =>
      rank(a, typed) - rank(b, typed) || a.length - b.length,
  };
}

/**
 * Tells how well the last division of the path matches, 0 is best: by name, code, pinyin or initials, by those of
 * several levels in a row (北京朝阳, bjcy), or because it is below a match.
 */
function rankOf(path: readonly Named[], typed: string): number {
  const sought = typed.toLowerCase().replaceAll(/[\s/]/g, "");
  const last = path.at(-1);
  if (!last || sought === "") return NOT;
  const above = path.slice(0, -1).map((region) => nearnessOf(region, sought) + BELOW);
  return Math.min(nearnessOf(last, sought), nearnessAcrossLevels(path, sought), ...above);
}

/** Names and codes by any part or begin; sounds and initials from their begin only. */
function nearnessOf(region: Named, sought: string): number {
  const [full, short] = [saysOf(region), saysOf(shortenName(region))];
  const begins = [region.code, full.sound, short.sound, full.initials, short.initials];
  const near = begins.map((text) => nearness(text, sought)).filter((distance) => distance < 2);
  return Math.min(nearness(full.name, sought), nearness(short.name, sought), ...near);
}

function nearnessAcrossLevels(path: readonly Named[], sought: string): number {
  const tails = path.slice(0, -1).map((_, from) => path.slice(from));
  const isMet = tails.some((tail) => beginsWith(tail, sought) || beginsWith(tail, sought, shortenName));
  return isMet ? 1 : NOT;
}

function beginsWith(tail: readonly Named[], sought: string, as = (region: Named) => region): boolean {
  const says = tail.map((region, at) => saysOf(at < tail.length - 1 ? as(region) : region));
  return (["name", "sound", "initials"] as const).some((way) => {
    const words = says.map((one) => one[way]);
    return sought.length > words.slice(0, -1).join("").length && words.join("").startsWith(sought);
  });
}

/** 朝阳区 is called 朝阳. */
function shortenName(region: Named): Named {
  const { name, pinyin } = region;
  if (name.length < 3) return region;
  return { ...region, name: name.slice(0, -1), pinyin: pinyin.split(" ").slice(0, -1).join(" ") };
}

function saysOf({ name, pinyin }: Named) {
  const syllables = pinyin.split(" ");
  return { name, sound: syllables.join(""), initials: syllables.map((syllable) => syllable.charAt(0)).join("") };
}
