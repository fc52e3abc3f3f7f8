import { QRCode } from "antd";
import { palette } from "../../theme/tokens.ts";
import "./paper.css";

interface Props {
  readonly value: string;
  /** The description of the target, for screen readers and below the code. */
  readonly label: string;
  readonly size?: number;
}

/** Dark on white in both themes: a camera does not read it the other way round. */
const ink = { color: palette.light.text, bgColor: palette.light.panel };

export function QrCode({ value, label, size = 128 }: Props) {
  return (
    <figure className="qr-code">
      <QRCode type="svg" value={value} size={size} errorLevel="M" role="img" aria-label={label} {...ink} />
      <figcaption>{label}</figcaption>
    </figure>
  );
}
