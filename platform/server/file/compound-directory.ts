import type { Peekable } from "./spool.ts";

const HEADER_BYTES = 512;
const ENTRY_BYTES = 128;
const MOST_SECTORS = 256;
const HEADER_TABLES = 109;
const NO_MORE = 0xfffffffa; // this and above are marks, no sectors

/**
 * Reads the names of the streams and storages in an old office file (Compound File Binary), by which Word, Excel and
 * PowerPoint differ; null if its directory cannot be read.
 */
export async function readCompoundNames(file: Peekable): Promise<string[] | null> {
  const header = await file.peek(0, HEADER_BYTES);
  if (header.length < HEADER_BYTES) return null;
  const shift = header.readUInt16LE(30);
  if (shift !== 9 && shift !== 12) return null;
  const sectorBytes = 1 << shift;
  const names: string[] = [];
  let sector = header.readUInt32LE(48);
  for (let n = 0; n < MOST_SECTORS && sector < NO_MORE; n++) {
    const bytes = await file.peek((sector + 1) * sectorBytes, sectorBytes);
    if (bytes.length < sectorBytes) return null;
    for (let at = 0; at < sectorBytes; at += ENTRY_BYTES) names.push(nameAt(bytes, at));
    const next = await nextSector(file, header, { sector, sectorBytes });
    if (next === null) break;
    sector = next;
  }
  return names.filter((name) => name !== "");
}

function nameAt(bytes: Buffer, at: number): string {
  const told = bytes.readUInt16LE(at + 64);
  const length = Math.min(64, told);
  return length < 2 ? "" : bytes.toString("utf16le", at, at + length - 2);
}

/** Finds the next sector of a chain in the allocation table; null beyond the tables that the header names. */
async function nextSector(
  file: Peekable,
  header: Buffer,
  { sector, sectorBytes }: { sector: number; sectorBytes: number },
): Promise<number | null> {
  const perTable = sectorBytes / 4;
  const table = Math.floor(sector / perTable);
  if (table >= HEADER_TABLES) return null;
  const tableSector = header.readUInt32LE(76 + table * 4);
  if (tableSector >= NO_MORE) return null;
  const place = (tableSector + 1) * sectorBytes + (sector % perTable) * 4;
  const entry = await file.peek(place, 4);
  return entry.length < 4 ? null : entry.readUInt32LE(0);
}
