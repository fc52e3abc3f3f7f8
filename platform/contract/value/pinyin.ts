/** Answers which part of a text a search finds, `[from, to]` inclusive, by characters, pinyin or initials. */
export type Matcher = (text: string, search: string) => [number, number] | false;

export const plainMatcher: Matcher = (text, search) => {
  const at = text.toLowerCase().indexOf(search.toLowerCase());
  return at < 0 ? false : [at, at + search.length - 1];
};

/**
 * Makes a matcher. `dictionary` has the characters of each syllable (`{ su: "苏素…" }`). Characters, syllables and
 * initials may be mixed (苏zhou, szhou), and the last syllable may be incomplete (suzh). pinyin-match is not used,
 * because it lists every way to split the input, which are millions for a few dozen letters, and fails on words that
 * every object has.
 */
export function pinyinMatcher(dictionary: Readonly<Record<string, string>>): Matcher {
  const sounds = soundsByCharacter(dictionary);
  return (text, search) => {
    const plain = plainMatcher(text, search);
    const typed = search.replace(/\s+/g, "").toLowerCase().replaceAll("ü", "v");
    if (plain || typed === "") return plain;
    const heard = text
      .toLowerCase()
      .split("")
      .map((letter) => [letter, ...(sounds.get(letter) ?? [])]);
    for (const from of heard.keys()) {
      const to = endOfMatch(heard, from, typed);
      if (to !== null) return [from, to];
    }
    return false;
  };
}

/**
 * Finds where the input ends if it begins here. It keeps only how much of the input may be used up, and not the ways to
 * get there.
 */
function endOfMatch(heard: readonly (readonly string[])[], from: number, typed: string): number | null {
  let used = new Set([0]);
  for (const [step, sounds] of heard.slice(from).entries()) {
    if (step > 0 && sounds[0]?.trim() === "") continue;
    const next = new Set<number>();
    for (const done of used) {
      for (const sound of sounds) {
        if (sound.startsWith(typed.slice(done))) return from + step;
        if (typed.startsWith(sound, done)) next.add(done + sound.length);
        if (typed[done] === sound[0]) next.add(done + 1);
      }
    }
    used = next;
  }
  return null;
}

function soundsByCharacter(dictionary: Readonly<Record<string, string>>): ReadonlyMap<string, readonly string[]> {
  const sounds = new Map<string, string[]>();
  for (const [syllable, characters] of Object.entries(dictionary)) {
    for (const character of characters) {
      sounds.set(character, [...(sounds.get(character) ?? []), ...spellings(syllable)]);
    }
  }
  return sounds;
}

/** ju is typed jv as well, lve also lue. */
function spellings(syllable: string): string[] {
  if (/^[jqxy]u/.test(syllable)) return [syllable, syllable.replace("u", "v")];
  return /^[ln]ve$/.test(syllable) ? [syllable, syllable.replace("v", "u")] : [syllable];
}
