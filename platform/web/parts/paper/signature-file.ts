import { palette } from "../../theme/tokens.ts";
import { pathOf, SIGNATURE_HEIGHT, SIGNATURE_WIDTH, type Stroke } from "./strokes.ts";

/** Twice as fine as the screen, so that it prints well. */
const FINE = 2;

/** The signature as a picture that can be uploaded, dark on white. */
export async function signatureFile(strokes: readonly Stroke[], name = "签名.png"): Promise<File> {
  const canvas = new OffscreenCanvas(SIGNATURE_WIDTH * FINE, SIGNATURE_HEIGHT * FINE);
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("this browser draws nothing");
  pen.fillStyle = palette.light.panel;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.scale(FINE, FINE);
  pen.strokeStyle = palette.light.text;
  pen.lineWidth = 2.5;
  pen.lineCap = "round";
  pen.lineJoin = "round";
  for (const stroke of strokes) pen.stroke(new Path2D(pathOf(stroke)));
  const type = "image/png";
  return new File([await canvas.convertToBlob({ type })], name, { type });
}
