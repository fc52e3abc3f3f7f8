// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { plainText } from "./xml-scanner.ts";

/** Excel lets nobody type more into a cell. */
export const MOST_CELL = 32_767;
/** The longest way to write one character is `&#x4E2D;`. */
const MOST_RAW = MOST_CELL * 8;
/** Stands for whatever is longer: that it is refused is all that is to be known of it. */
const TOO_LONG = "…".repeat(MOST_RAW);

/** The text of one cell, gathered from its pieces. However long it is, no more is kept than a cell can hold. */
export class CellText {
  #raw = "";

  add(raw: string): void {
    if (this.#raw.length <= MOST_RAW) this.#raw += raw;
  }

  /** The whole text, after which it is empty again. */
  take(): string {
    const raw = this.#raw;
    this.#raw = "";
    return raw.length > MOST_RAW ? TOO_LONG : unescapeText(plainText(raw));
  }
}

/** `_x000D_` is how Excel writes what XML cannot hold. */
function unescapeText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
