import { SignatureInput, type Stroke, sendFile, signatureFile, UploadInput } from "@ops/platform/web";
import { Button, Segmented } from "antd";
import { useState } from "react";
import "./delivery.css";

interface Props {
  readonly value?: readonly string[] | null;
  readonly onChange?: (fileIds: string[]) => void;
}

const ways = { SCREEN: "屏幕签字", PAPER: "上传签字单" } as const;
type Way = keyof typeof ways;
const PICTURES = ["jpg", "jpeg", "png", "webp", "pdf"] as const;

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
          extensions={PICTURES}
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
  /** The picture of the signature; null once it is changed. */
  readonly onKept: (fileId: string | null) => void;
}

function ScreenInput({ isKept, onKept }: ScreenProps) {
  const [strokes, setStrokes] = useState<readonly Stroke[]>([]);
  const [fault, setFault] = useState("");
  const [isSending, setSending] = useState(false);
  const keep = async () => {
    setSending(true);
    setFault("");
    try {
      const file = await signatureFile(strokes, "交接签字.png");
      const { signal } = new AbortController();
      onKept((await sendFile(file, { bizType: "salesOrder", signal, onProgress: () => undefined })).id);
    } catch (thrown) {
      setFault(thrown instanceof Error ? thrown.message : "签字上传失败，请重试");
    } finally {
      setSending(false);
    }
  };
  return (
    <>
      <SignatureInput
        label="客户签字"
        value={strokes}
        onChange={(next) => {
          setStrokes(next);
          if (isKept) onKept(null);
        }}
      />
      <Button size="small" disabled={strokes.length === 0 || isKept} loading={isSending} onClick={() => void keep()}>
        {isKept ? "签字已保存" : "保存签字"}
      </Button>
      {fault && <p role="alert">{fault}</p>}
    </>
  );
}
