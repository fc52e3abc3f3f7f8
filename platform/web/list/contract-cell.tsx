import { fieldMeta } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { DictText } from "../dict/DictText.tsx";
import { DotText } from "../dict/StateTag.tsx";
import { toneOfWord } from "../dict/tones.ts";
import { showValue } from "./show-value.ts";

/** How a value reads where the page does not say it: the word of its dictionary, its state, or the value itself. */
export function contractCell(field: unknown): (value: unknown) => ReactNode {
  const { dict, words, isState } = fieldMeta(field);
  if (dict !== null) return (value) => <DictText code={dict} value={typeof value === "string" ? value : null} />;
  if (words === null) return showValue;
  return (value) => {
    const word = words[String(value)];
    if (word === undefined) return showValue(value);
    return isState ? <DotText tone={toneOfWord(word)} text={word} /> : word;
  };
}
