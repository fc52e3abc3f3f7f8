import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";

interface Drawing {
  width: number;
  height: number;
  fontSize: number;
  noise: number;
  color: boolean;
  background: string;
}
// The package types only its own random texts, which come from Math.random; drawing a given text is its main export.
const drawText: (text: string, how: Drawing) => string = createRequire(import.meta.url)("svg-captcha");

/** The text as a picture that people read and programs do not like: PNG in Base64. */
export function captchaImage(text: string): string {
  const svg = drawText(text, { width: 120, height: 40, fontSize: 48, noise: 2, color: true, background: "#f5f5f5" });
  return new Resvg(svg).render().asPng().toString("base64");
}
