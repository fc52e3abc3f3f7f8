// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { plainText } from "./xml-scanner.ts";

/** Excel lets nobody type more into a cell. */
export const MOST_CELL = 32_767;
/** The longest way to write one character is `&#x4E2D;`. */
const MOST_RAW = MOST_CELL * 8;
/** Stands for whatever is longer: that it is refused is all that is to be known of it. */
const TOO_LONG = "…".repeat(MOST_CELL + 1);

/** The text of one cell, gathered from its pieces. However long it is, no more is kept than a cell can hold. */
export class CellText {
  #raw = "";
  #isTooLong = false;

  add(raw: string): void {
    if (this.#isTooLong) return;
    this.#raw = this.#raw === "" ? raw : this.#raw + raw;
    this.#isTooLong = this.#raw.length > MOST_RAW;
  }

  clear(): void {
    this.#raw = "";
    this.#isTooLong = false;
  }

  /** The whole text, after which it is empty again. */
  take(): string {
    const text = this.#isTooLong ? TOO_LONG : unescaped(plainText(this.#raw));
    this.clear();
    return text;
  }
}

/** `_x000D_` is how Excel writes what XML cannot hold. */
function unescaped(text: string): string {
  if (!text.includes("_x")) return text;
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
