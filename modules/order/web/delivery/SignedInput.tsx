import { EVIDENCE_FILES } from "@ops/platform/contract";
import { SignatureInput, type Stroke, sendFile, signatureFile, UploadInput, useFormScope } from "@ops/platform/web";
import { Button, Segmented } from "antd";
import { useRef, useState } from "react";
import "./delivery.css";

interface Props {
  readonly value?: readonly string[] | null;
  readonly onChange?: (fileIds: string[]) => void;
}

const ways = { SCREEN: "屏幕签字", PAPER: "上传签字单" } as const;
type Way = keyof typeof ways;
/** The customer's signature: written here and kept as a picture, or photographed from paper. */
export function SignedInput({ value, onChange }: Props) {
  const [way, setWay] = useState<Way>("SCREEN");
  const choose = (chosen: Way) => {
    setWay(chosen);
    onChange?.([]);
  };
  return (
    <div className="signed-input">
      <Segmented<Way>
        aria-label="签字方式"
        options={[
          { value: "SCREEN", label: ways.SCREEN },
          { value: "PAPER", label: ways.PAPER },
        ]}
        value={way}
        onChange={choose}
      />
      {way === "PAPER" ? (
        <UploadInput
          bizType="salesOrder"
          extensions={EVIDENCE_FILES}
          value={value ?? []}
          onChange={(ids) => onChange?.(ids)}
        />
      ) : (
        <ScreenInput isKept={(value ?? []).length > 0} onKept={(id) => onChange?.(id ? [id] : [])} />
      )}
    </div>
  );
}

interface ScreenProps {
  readonly isKept: boolean;
  /** The picture of the signature; null while it is written. */
  readonly onKept: (fileId: string | null) => void;
}

/** How long the hand has to rest before the signature is taken as written. */
const REST_MS = 700;

/** The signature is kept as soon as the hand rests; a form that is sent meanwhile waits for it. */
function ScreenInput({ isKept, onKept }: ScreenProps) {
  const { uploads } = useFormScope();
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [fault, setFault] = useState("");
  const latest = useRef(strokes);
  const keep = async (written: readonly Stroke[]): Promise<boolean> => {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (latest.current !== written) return true; // a later stroke keeps the whole
    try {
      const file = await signatureFile(written, "交接签字.png");
      const { signal } = new AbortController();
      const { id } = await sendFile(file, { bizType: "salesOrder", signal, onProgress: () => undefined });
      if (latest.current === written) onKept(id);
      return true;
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : "签字上传失败，请重试");
      return false;
    }
  };
  const write = (written: readonly Stroke[]) => {
    latest.current = written;
    setStrokes(written);
    setFault("");
    onKept(null);
    if (written.length > 0) track(written);
  };
  const track = (written: readonly Stroke[]) => {
    const keeping = keep(written);
    uploads.add(keeping);
    void keeping.then(() => uploads.delete(keeping));
  };
  return (
    <>
      <SignatureInput label="客户签字" value={strokes} onChange={write} />
      {strokes.length > 0 && !fault && <p role="status">{isKept ? "签字已保存" : "正在保存签字…"}</p>}
      {fault && (
        <p role="alert">
          {fault}
          <Button size="small" type="link" onClick={() => write([...strokes])}>
            重试
          </Button>
        </p>
      )}
    </>
  );
}
