import type { Peekable } from "../spool.ts";

/** Most marks follow each other, so little is read at first. */
const NEAR_BYTES = 16;
const WINDOW_BYTES = 65_536;

/** Inside of the image data, a byte 0xff is followed by 0 or by a restart mark. */
const isDrawn = (mark: number) => mark === 0 || mark === 0xff || (mark >= 0xd0 && mark <= 0xd7);

/** Finds the next byte 0xff of a JPEG that is followed by a mark; the end of the file if there is none. */
export async function nextMark(file: Peekable, from: number): Promise<number> {
  for (let start = from, length = NEAR_BYTES; start < file.size - 1; start += length, length = WINDOW_BYTES) {
    // one byte more, so that no mark is cut in two
    const window = await file.peek(start, length + 1);
    for (let at = window.indexOf(0xff); at >= 0 && at + 1 < window.length; at = window.indexOf(0xff, at + 1)) {
      if (!isDrawn(window.readUInt8(at + 1))) return start + at;
    }
  }
  return file.size;
}
