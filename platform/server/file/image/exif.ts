import type { LngLat } from "@ops/platform/contract";

/** The data of a camera in a picture: when and where it was taken, if known. */
export interface ImageFacts {
  readonly takenAt: Date | null;
  /** The position by satellite (WGS-84), which is some hundred metres away from the same place on Chinese maps. */
  readonly place: LngLat | null;
}

interface Exif extends ImageFacts {
  /** How the picture must be turned to be upright; 1 means not at all. */
  readonly orientation: number;
}

export const noFacts: ImageFacts = { takenAt: null, place: null };

const TAG = { orientation: 0x0112, exif: 0x8769, gps: 0x8825, takenAt: 0x9003, offset: 0x9011 };
const GPS = { latRef: 1, lat: 2, lngRef: 3, lng: 4 };
const ENTRY_BYTES = 12;
const MOST_ENTRIES = 200;

interface Entry {
  readonly count: number;
  /** The position of its value, or of the pointer to it. */
  readonly at: number;
}

/** A directory of numbered values in the byte order of its camera. Values outside of the data count as missing. */
class Tiff {
  readonly #data: Buffer;
  readonly #isLittle: boolean;

  constructor(data: Buffer) {
    this.#data = data;
    this.#isLittle = data.toString("latin1", 0, 2) === "II";
  }

  short(at: number): number {
    if (at < 0 || at + 2 > this.#data.length) return 0;
    return this.#isLittle ? this.#data.readUInt16LE(at) : this.#data.readUInt16BE(at);
  }

  long(at: number): number {
    if (at < 0 || at + 4 > this.#data.length) return 0;
    return this.#isLittle ? this.#data.readUInt32LE(at) : this.#data.readUInt32BE(at);
  }

  text({ count, at }: Entry): string {
    const from = count > 4 ? this.long(at) : at;
    return this.#data.toString("latin1", from, from + Math.min(count, 40)).replace(/\0.*$/s, "");
  }

  /** Degrees, minutes and seconds, each a fraction. */
  degrees({ at }: Entry): number {
    const [degrees = Number.NaN, minutes = Number.NaN, seconds = Number.NaN] = [0, 8, 16].map(
      (step) => this.long(this.long(at) + step) / this.long(this.long(at) + step + 4),
    );
    return degrees + minutes / 60 + seconds / 3_600;
  }

  entries(directory: number): Map<number, Entry> {
    const count = directory === 0 ? 0 : Math.min(this.short(directory), MOST_ENTRIES);
    const places = Array.from({ length: count }, (_, n) => directory + 2 + n * ENTRY_BYTES);
    return new Map(places.map((at) => [this.short(at), { count: this.long(at + 4), at: at + 8 }]));
  }
}

/** Reads the TIFF block after the word Exif. Damaged values count as missing. */
export function readExif(data: Buffer): Exif {
  const tiff = new Tiff(data);
  const main = tiff.entries(tiff.long(4));
  const below = (tag: number) => tiff.entries(tiff.long(main.get(tag)?.at ?? -1));
  const orientation = tiff.short(main.get(TAG.orientation)?.at ?? -1);
  return {
    takenAt: readTime(tiff, below(TAG.exif)),
    place: readPlace(tiff, below(TAG.gps)),
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
  };
}

/** Reads the time. Cameras write the local time; without a time zone it is taken as that of China. */
function readTime(tiff: Tiff, entries: Map<number, Entry>): Date | null {
  const textOf = (tag: number) => {
    const entry = entries.get(tag);
    return entry ? tiff.text(entry) : "";
  };
  const [, year, month, day, clock] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(textOf(TAG.takenAt)) ?? [];
  const zone = /^[+-]\d\d:\d\d$/.exec(textOf(TAG.offset))?.[0] ?? "+08:00";
  const taken = new Date(`${year}-${month}-${day}T${clock}${zone}`);
  return Number.isNaN(taken.getTime()) ? null : taken;
}

function readPlace(tiff: Tiff, entries: Map<number, Entry>): LngLat | null {
  const sideOf = (value: number, reference: number) => {
    const [entry, side] = [entries.get(value), entries.get(reference)];
    if (!entry || !side) return Number.NaN;
    return tiff.degrees(entry) * (/^[SW]/.test(tiff.text(side)) ? -1 : 1);
  };
  const [lng, lat] = [sideOf(GPS.lng, GPS.lngRef), sideOf(GPS.lat, GPS.latRef)];
  const isPlace = Math.abs(lng) <= 180 && Math.abs(lat) <= 90 && (lng !== 0 || lat !== 0);
  return isPlace ? { lng, lat } : null;
}

/** An Exif block that tells how to turn the picture and nothing else. */
export function orientationBlock(orientation: number): Buffer {
  const block = Buffer.alloc(26);
  block.write("MM\0*", 0, "latin1");
  block.writeUInt32BE(8, 4);
  block.writeUInt16BE(1, 8);
  block.writeUInt16BE(TAG.orientation, 10);
  block.writeUInt16BE(3, 12);
  block.writeUInt32BE(1, 14);
  block.writeUInt16BE(orientation, 18);
  return block;
}
