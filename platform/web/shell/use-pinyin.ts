import { useEffect, useState } from "react";
import { type Matcher, plainMatcher } from "./palette-search.ts";

/** Finds by characters, pinyin or initials. Pinyin comes with the first search, not with the page. */
export function usePinyin(): Matcher {
  const [match, setMatch] = useState<Matcher>(() => plainMatcher);
  useEffect(() => {
    void import("pinyin-match").then(({ default: pinyin }) => setMatch(() => pinyin.match));
  }, []);
  return match;
}
