import { CloseOutlined, ScanOutlined } from "@ant-design/icons";
import { Button, Input } from "antd";
import { type ClipboardEvent, useRef, useState } from "react";
import { DotText } from "../../dict/StateTag.tsx";
import { addCodes, askNames, knownCodes, type Scan, splitCodes, sumUp } from "./scans.ts";
import "./scan.css";

interface Props {
  /** What is scanned, such as 车架号. */
  readonly label: string;
  readonly most?: number;
  /** Names the codes that are known; the others are shown as unknown. */
  readonly nameCodes: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  /** The known codes, each once, in the order in which they came. */
  readonly onChange: (codes: readonly string[]) => void;
}

const MOST = 200;
const looks = {
  asking: { tone: "neutral", text: "识别中" },
  known: { tone: "good", text: "" },
  unknown: { tone: "bad", text: "未识别" },
} as const;

/** Takes codes from a scanner, from the keyboard or by pasting many at once; tells which are repeated and which are unknown. */
export function ScanInput({ label, most = MOST, nameCodes, onChange }: Props) {
  const [typed, setTyped] = useState("");
  const [refusal, setRefusal] = useState("");
  const [scans, setScans] = useState<readonly Scan[]>([]);
  // answers arrive while further codes are scanned, so they are added to the latest list
  const latest = useRef(scans);
  const show = (next: readonly Scan[]) => {
    latest.current = next;
    setScans(next);
    onChange(knownCodes(next));
  };
  const take = async (text: string) => {
    const { scans: next, fresh, leftOut } = addCodes(latest.current, splitCodes(text), most);
    setRefusal(leftOut > 0 ? `最多${most}个，已忽略${leftOut}个` : "");
    show(next);
    const lost = await askNames(fresh, { latest: () => latest.current, show, nameCodes });
    // nothing is lost, neither what was scanned nor what was typed meanwhile
    if (lost.length > 0) setTyped((meanwhile) => [...lost, meanwhile].join(" ").trimEnd());
  };
  const takePasted = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData("text");
    if (splitCodes(text).length < 2) return;
    event.preventDefault();
    void take(text);
  };

  return (
    <div className="scan-input">
      <Input
        aria-label={label}
        prefix={<ScanOutlined aria-hidden />}
        placeholder={`扫描或粘贴${label}，可一次多个`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onPaste={takePasted}
        onPressEnter={(event) => {
          event.preventDefault(); // a scanner must not send the form
          setTyped("");
          void take(typed);
        }}
      />
      <p className="scan-sum" role="status">
        {scans.length > 0 && sumUp(scans)}
        {refusal && <span className="scan-refusal"> {refusal}</span>}
      </p>
      {scans.length > 0 && (
        <ul className="scan-list" aria-label={`已读${label}`}>
          {scans.map((scan) => (
            <ScannedCode
              key={scan.code}
              scan={scan}
              onRemove={() => show(latest.current.filter(({ code }) => code !== scan.code))}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function ScannedCode({ scan, onRemove }: { readonly scan: Scan; readonly onRemove: () => void }) {
  const { tone, text } = looks[scan.state];
  return (
    <li data-state={scan.state}>
      <span className="scan-code">{scan.code}</span>
      <DotText tone={tone} text={text || scan.name} />
      {scan.times > 1 && <span className="scan-times">重复 {scan.times} 次</span>}
      <Button type="text" size="small" aria-label={`移除${scan.code}`} icon={<CloseOutlined />} onClick={onRemove} />
    </li>
  );
}
