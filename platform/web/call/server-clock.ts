let offsetMs = 0;

/** Learns the server's time from the Date header of an answer; it has whole seconds only. */
export function noteServerDate(date: string | null): void {
  const at = date ? Date.parse(date) : Number.NaN;
  if (Number.isNaN(at)) return;
  const offset = at - Date.now();
  if (Math.abs(offset - offsetMs) > 2000) offsetMs = offset;
}

/** The time of the server, whatever the clock of the PC is (PF-R74). */
export function serverNow(): Date {
  return new Date(Date.now() + offsetMs);
}
