import { type Matcher, pinyinMatcher, plainMatcher } from "@ops/platform/contract";
import { useEffect, useState } from "react";

let sounding: Matcher | undefined;

async function loadSounding(): Promise<Matcher> {
  const { dict } = await import("pinyin-match/src/simplified_dict.js");
  sounding ??= pinyinMatcher(dict);
  return sounding;
}

/** Finds by characters, pinyin or initials. Pinyin comes with the first search, not with the page. */
export function usePinyin(search: string): Matcher {
  const [match, setMatch] = useState<Matcher>(() => plainMatcher);
  const isWanted = search !== "";
  useEffect(() => {
    if (isWanted) void loadSounding().then((loaded) => setMatch(() => loaded));
  }, [isWanted]);
  return match;
}
