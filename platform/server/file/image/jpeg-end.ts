import type { Peekable } from "../spool.ts";

const WINDOW_BYTES = 65_536;
const END = 0xd9;

/** Inside of the image data, a byte 0xff is followed by 0 or by a restart mark. */
const isDrawn = (mark: number) => mark === 0 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd7);

/**
 * Finds the end of a JPEG picture whose first scan begins at `from`, because cameras hide further pictures behind it.
 */
export async function jpegEnd(file: Peekable, from: number): Promise<number> {
  let at = from;
  while (at < file.size) {
    const mark = await nextMark(file, at);
    if (mark === null) return file.size;
    const found = await file.peek(mark, 4);
    if (found.readUInt8(1) === END) return mark + 2;
    if (found.length < 4) return file.size;
    at = mark + 2 + found.readUInt16BE(2);
  }
  return file.size;
}

/** The next byte 0xff that is followed by a mark. */
async function nextMark(file: Peekable, from: number): Promise<number | null> {
  for (let start = from; start < file.size - 1; start += WINDOW_BYTES) {
    // one byte more, so that no mark is cut in two
    const window = await file.peek(start, WINDOW_BYTES + 1);
    for (let at = window.indexOf(0xff); at >= 0 && at + 1 < window.length; at = window.indexOf(0xff, at + 1)) {
      if (!isDrawn(window.readUInt8(at + 1))) return start + at;
    }
  }
  return null;
}
