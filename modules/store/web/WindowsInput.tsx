import type { WorkWindow } from "@ops/platform/contract";
import { windowsText } from "@ops/store/contract";
import { Select } from "antd";
import { useId, useState } from "react";
import { windowOf } from "./read-window.ts";
import "./windows-input.css";

interface Props {
  readonly label: string;
  readonly value: readonly WorkWindow[];
  readonly onChange: (windows: WorkWindow[]) => void;
}

/** Windows of a day as tags, typed as 10:00-12:00. What cannot be read is told, and changes nothing. */
export function WindowsInput({ label, value, onChange }: Props) {
  const faultId = useId();
  const [unread, setUnread] = useState<readonly string[]>([]);
  const take = (texts: readonly string[]) => {
    setUnread(texts.filter((text) => !windowOf(text)));
    const windows = texts.flatMap((text) => windowOf(text) ?? []);
    if (windows.length !== value.length || texts.length === windows.length) onChange(windows);
  };
  return (
    <div className="windows-input">
      <Select
        mode="tags"
        open={false}
        suffixIcon={null}
        aria-label={`${label} 时段`}
        placeholder="休息；或输入 10:00-18:00 后回车"
        tokenSeparators={[",", "，", "、"]}
        value={value.map((window) => windowsText([window]))}
        onChange={take}
        {...(unread.length > 0 ? { status: "error", "aria-describedby": faultId } : {})}
      />
      {unread.length > 0 && (
        <small id={faultId} role="alert">
          「{unread.join("、")}」不是时段，请按 10:00-18:00 输入
        </small>
      )}
    </div>
  );
}
