import type { WorkWindow } from "@ops/platform/contract";
import { windowsText } from "@ops/store/contract";
import { Select } from "antd";
import { windowOf } from "./read-window.ts";

interface Props {
  readonly label: string;
  readonly value: readonly WorkWindow[];
  readonly onChange: (windows: WorkWindow[]) => void;
}

/** Windows of a day as tags, typed as 10:00-12:00. */
export function WindowsInput({ label, value, onChange }: Props) {
  return (
    <Select
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={`${label} 时段`}
      placeholder="休息；或输入 10:00-18:00 后回车"
      tokenSeparators={[",", "，", "、"]}
      value={value.map((window) => windowsText([window]))}
      onChange={(texts: string[]) => onChange(texts.flatMap((text) => windowOf(text) ?? []))}
    />
  );
}
