import { Button } from "antd";
import { type PointerEvent, useRef, useState } from "react";
import { paperColours } from "./paper-colours.ts";
import { extendStroke, isSigned, pathOf, SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type Stroke } from "./strokes.ts";
import "./paper.css";

interface Props {
  readonly label: string;
  readonly value: readonly Stroke[];
  /** `signatureFile` makes a picture of them. */
  readonly onChange: (strokes: readonly Stroke[]) => void;
}

/** A name written by pen, finger or mouse. The last stroke or all of it can be undone (PF-R130). */
export function SignatureInput({ label, value, onChange }: Props) {
  const [drawn, setDrawn] = useState<Stroke | null>(null);
  /** The pointer that draws. A second finger or the palm does not disturb it. */
  const drawing = useRef<Pick<PointerEvent, "pointerId" | "pointerType"> | null>(null);
  const pointAt = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    return { x: ((clientX - left) / width) * SIGNATURE_WIDTH, y: ((clientY - top) / height) * SIGNATURE_HEIGHT };
  };
  const begin = (event: PointerEvent) => {
    const { button, pointerId, pointerType } = event;
    // the touch that was there before a pen is the palm of the hand that holds it
    const isFree = drawing.current === null || (pointerType === "pen" && drawing.current.pointerType === "touch");
    if (button !== 0 || !isFree) return;
    drawing.current = { pointerId, pointerType };
    event.currentTarget.setPointerCapture(pointerId);
    setDrawn(extendStroke([], pointAt(event)));
  };
  const draw = (event: PointerEvent) => {
    if (drawn && event.pointerId === drawing.current?.pointerId) setDrawn(extendStroke(drawn, pointAt(event)));
  };
  const end = ({ pointerId, type }: PointerEvent) => {
    if (pointerId !== drawing.current?.pointerId) return;
    drawing.current = null;
    if (drawn && type === "pointerup") onChange([...value, drawn]);
    setDrawn(null);
  };
  const strokes = drawn ? [...value, drawn] : value;

  return (
    <div className="signature" style={paperColours}>
      <svg
        role="img"
        aria-label={`${label}，${isSigned(strokes) ? "已签" : "未签"}`}
        viewBox={`0 0 ${SIGNATURE_WIDTH} ${SIGNATURE_HEIGHT}`}
        onPointerDown={begin}
        onPointerMove={draw}
        onPointerUp={end}
        onPointerCancel={end}
      >
        <path className="signature-line" d={`M24 ${SIGNATURE_HEIGHT - 32}H${SIGNATURE_WIDTH - 24}`} />
        {strokes.map((stroke, at) => (
          <path key={at} className="signature-ink" d={pathOf(stroke)} />
        ))}
      </svg>
      <div className="signature-tools">
        <span role="status">
          {strokes.length === 0 ? "请在框内手写签名" : !isSigned(strokes) && "签名太短，请写全"}
        </span>
        <Button size="small" disabled={value.length === 0} onClick={() => onChange(value.slice(0, -1))}>
          撤销一笔
        </Button>
        <Button size="small" disabled={value.length === 0} onClick={() => onChange([])}>
          清除
        </Button>
      </div>
    </div>
  );
}
