import { fieldMeta, unmaskables, valueKind } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { DictText } from "../../dict/DictText.tsx";
import { DotText } from "../../dict/StateTag.tsx";
import { type Tone, toneOfWord } from "../../dict/tones.ts";
import { RefLink } from "../../refs/RefLink.tsx";
import { Unmask } from "../../unmask/Unmask.tsx";
import { showMoney, showValue } from "./show-value.ts";

export type StateTones = Readonly<Partial<Record<string, Tone>>>;

/**
 * Shows a value in the default way: as a link, with an eye to unmask it, as words of a dictionary or a state, as an
 * amount, or as it is.
 */
export function contractCell(
  row: Readonly<Record<string, unknown>>,
  name: string,
  tones?: StateTones,
): (value: unknown, record: object) => ReactNode {
  const field = row[name];
  const { dict, words, isState, names, sealedIn } = fieldMeta(field);
  if (names !== null) {
    const { kind, by } = names;
    return (value, record) => {
      const id: unknown = Reflect.get(record, by);
      if (typeof value !== "string" || value === "" || typeof id !== "string") return showValue(value);
      return <RefLink kind={kind} id={id} name={value} />;
    };
  }
  const unmaskable = unmaskables.get(sealedIn ?? "");
  if (unmaskable && name in unmaskable.fields) {
    return (value, record) => {
      const id: unknown = Reflect.get(record, "id");
      if (typeof value !== "string" || typeof id !== "string") return showValue(value);
      return <Unmask of={unmaskable} id={id} field={name} masked={value} />;
    };
  }
  if (dict !== null) return (value) => <DictText code={dict} value={typeof value === "string" ? value : null} />;
  if (words === null) {
    const isMoney = valueKind(name, field) === "fen";
    return (value) => (isMoney && typeof value === "number" ? showMoney(value) : showValue(value));
  }
  return (value) => {
    if (Array.isArray(value)) return showValue(value.map((one) => words[String(one)] ?? one));
    const word = words[String(value)];
    if (word === undefined) return showValue(value);
    return isState || tones ? <DotText tone={tones?.[String(value)] ?? toneOfWord(word)} text={word} /> : word;
  };
}
