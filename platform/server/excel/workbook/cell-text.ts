// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { plainText } from "./xml-scanner.ts";

/** The largest number of characters that Excel allows in a cell. */
export const MOST_CELL = 32_767;
/** The longest way to write one character is `&#x4E2D;`. */
const MOST_RAW = MOST_CELL * 8;
/** Replaces a longer text, because only its refusal matters. */
const TOO_LONG = "…".repeat(MOST_RAW);

/**
 * Collects the text of one cell from its pieces. It keeps no more than a cell can contain, however long the text is.
 */
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

/** Decodes `_x000D_`, which is how Excel writes characters that XML cannot contain. */
function unescapeText(text: string): string {
  return text.replace(/_x([0-9a-f]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
}
