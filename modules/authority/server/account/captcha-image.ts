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

const BACKGROUND = "#f5f5f5";

/** The text as a picture that people read and programs do not like: PNG in Base64. */
export function captchaImage(text: string): string {
  const svg = drawText(text, { width: 120, height: 40, fontSize: 48, noise: 2, color: true, background: BACKGROUND });
  return new Resvg(darkenColours(svg)).render().asPng().toString("base64");
}

/** Half of the random colours are pale on a pale ground; at half their light all of them can be read. */
export function darkenColours(svg: string): string {
  return svg.replace(/#[0-9a-f]{6}/gi, (colour) => {
    if (colour === BACKGROUND) return colour;
    const channels = [1, 3, 5].map((at) => Math.floor(Number.parseInt(colour.slice(at, at + 2), 16) / 2));
    return `#${channels.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
  });
}
