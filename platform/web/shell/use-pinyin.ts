import { useEffect, useState } from "react";
import { type Matcher, plainMatcher } from "./palette-search.ts";

/** Finds by characters, pinyin or initials. Pinyin comes with the first search, not with the page. */
export function usePinyin(search: string): Matcher {
  const [match, setMatch] = useState<Matcher>(() => plainMatcher);
  const isWanted = search !== "";
  useEffect(() => {
    if (isWanted) void import("pinyin-match").then(({ default: pinyin }) => setMatch(() => pinyin.match));
  }, [isWanted]);
  return match;
}
