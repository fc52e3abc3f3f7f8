/** A code that was read, how often, and what became of it. */
export interface Scan {
  readonly code: string;
  readonly times: number;
  readonly state: "asking" | "known" | "unknown";
  /** The name for the code, once it is known. */
  readonly name: string;
}

/**
 * Splits a text into codes with any separators, because a scanner ends each with Enter, and a sheet has lines and tabs.
 */
export function splitCodes(text: string): string[] {
  return text
    .split(/[\s,;，；、]+/)
    .map((code) => code.normalize("NFKC").toUpperCase())
    .filter((code) => code !== "");
}

interface Added {
  readonly scans: readonly Scan[];
  /** Codes that were not looked up yet. */
  readonly fresh: readonly string[];
  /** How many did not fit any more. */
  readonly leftOut: number;
}

/** Adds codes. Known ones are counted again, and new ones are added up to `most`. */
export function addCodes(scans: readonly Scan[], codes: readonly string[], most: number): Added {
  const all = new Map(scans.map((scan) => [scan.code, scan]));
  const fresh: string[] = [];
  let leftOut = 0;
  for (const code of codes) {
    const known = all.get(code);
    if (known) all.set(code, { ...known, times: known.times + 1 });
    else if (all.size >= most) leftOut++;
    else {
      all.set(code, { code, times: 1, state: "asking", name: "" });
      fresh.push(code);
    }
  }
  return { scans: [...all.values()], fresh, leftOut };
}

/** Adds the names from the server. Codes without a name are unknown. */
export function noteNames(
  scans: readonly Scan[],
  asked: readonly string[],
  names: ReadonlyMap<string, string>,
): readonly Scan[] {
  const answered = new Set(asked);
  return scans.map((scan) => {
    if (!answered.has(scan.code)) return scan;
    const name = names.get(scan.code);
    return name === undefined ? { ...scan, state: "unknown" } : { ...scan, state: "known", name };
  });
}

/** A list that goes on being filled while names are asked for. */
interface ScanList {
  readonly latest: () => readonly Scan[];
  readonly show: (scans: readonly Scan[]) => void;
  readonly nameCodes: (codes: readonly string[]) => Promise<ReadonlyMap<string, string>>;
}

/** Names new codes in the list as it is when the answer arrives. Answers the codes that it had to take out again. */
export async function askNames(fresh: readonly string[], { latest, show, nameCodes }: ScanList) {
  if (fresh.length === 0) return [];
  try {
    const names = await nameCodes(fresh);
    show(noteNames(latest(), fresh, names));
    return [];
  } catch {
    // the call has already shown the error
    const lost = latest().filter(({ code }) => fresh.includes(code));
    show(latest().filter((scan) => !lost.includes(scan)));
    return lost.map(({ code }) => code);
  }
}

export const knownCodes = (scans: readonly Scan[]) =>
  scans.filter(({ state }) => state === "known").map(({ code }) => code);

/** `共 3 个，未识别 1 个，重复 2 次` */
export function sumUp(scans: readonly Scan[]): string {
  const unknown = scans.filter(({ state }) => state === "unknown").length;
  const repeats = scans.reduce((sum, { times }) => sum + times - 1, 0);
  const parts = [`共 ${scans.length} 个`];
  if (unknown > 0) parts.push(`未识别 ${unknown} 个`);
  if (repeats > 0) parts.push(`重复 ${repeats} 次`);
  return parts.join("，");
}
