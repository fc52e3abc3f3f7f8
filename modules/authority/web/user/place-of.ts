interface Place {
  readonly ipRegion: string | null;
  readonly ip: string;
}

/** Where somebody signed in from: 「上海 · 10.2.0.1」, or the address alone while its region is unknown. */
export function placeOf({ ipRegion, ip }: Place): string {
  return ipRegion ? `${ipRegion} · ${ip}` : ip;
}
