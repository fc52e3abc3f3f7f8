import { type Tone, toneOfColor } from "./tones.ts";
import { useDict } from "./use-dict.ts";
import "./tags.css";

interface Props {
  readonly code: string;
  readonly value: string | null | undefined;
}

/** The meaning of a dictionary value; the value itself while it is unknown. */
export function DictText({ code, value }: Props) {
  const dict = useDict(code);
  if (!value) return "-";
  return dict.find(value)?.entryMeaning ?? (dict.loading ? "" : value);
}

/** A level: a small tag in the colour that the dictionary gives it. */
export function LevelTag({ code, value, tone }: Props & { readonly tone?: Tone }) {
  const dict = useDict(code);
  if (!value) return "-";
  const entry = dict.find(value);
  return (
    <span className="level-tag" data-tone={tone ?? toneOfColor(entry?.color)}>
      {entry?.entryMeaning ?? value}
    </span>
  );
}
