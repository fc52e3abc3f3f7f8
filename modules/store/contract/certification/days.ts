import { addDays } from "@ops/platform/contract";
import type { StaffCertState } from "../staff/states.ts";
import type { CertificateState } from "./states.ts";

/** Days before its end on which a certificate is shown as 即将到期. */
export const ENDING_DAYS = 30;
/** Days before the end on which the person and the 店长 are reminded, the last step first (ST-R13). */
const REMINDER_DAYS = [0, 7, 30, 60] as const;

/** The last day of a certificate that is given on a day; null if it has no end. The 31st of January and a month is the last of February. */
export function expireDay(certifiedOn: string, validMonths: number): string | null {
  if (validMonths === 0) return null;
  const given = new Date(`${certifiedOn}T00:00:00Z`);
  const last = new Date(Date.UTC(given.getUTCFullYear(), given.getUTCMonth() + 1 + validMonths, 0));
  last.setUTCDate(Math.min(given.getUTCDate(), last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}

/** The end of a certificate after a new version that forces its holders to be trained again: whichever day is earlier (ST-R14). */
export function retrainDay(expireOn: string | null, publishedOn: string, days: number): string {
  const limit = addDays(publishedOn, days);
  return expireOn !== null && expireOn < limit ? expireOn : limit;
}

/** The step of the reminder that is due today; null while none is, and after the end. */
export function reminderStep(expireOn: string, today: string): number | null {
  if (expireOn < today) return null;
  return REMINDER_DAYS.find((days) => expireOn <= addDays(today, days)) ?? null;
}
export const EARLIEST_REMINDER = Math.max(...REMINDER_DAYS);

/**
 * Tells whether a certificate is over: the day after its last one. One that was reported waits for the judgement, but no longer
 * than the days of grace (ST-R13).
 */
export function isExpired(
  { state, expireOn }: { readonly state: CertificateState; readonly expireOn: string },
  today: string,
  graceDays: number,
): boolean {
  if (state === "CHALLENGED") return addDays(expireOn, graceDays) < today;
  return state === "CERTIFIED" && expireOn < today;
}

/** Tells whether somebody without a certificate may not stay in post any more: the day after the last one (ST-R13). */
export const isStoodDown = (dueOn: string, today: string): boolean => dueOn < today;

interface CertFacts {
  readonly isRequired: boolean;
  /** The certificates of the present position, the latest first. */
  readonly certificates: readonly {
    readonly state: CertificateState;
    readonly expireOn: string | null;
    readonly hasResults: boolean;
  }[];
  readonly today: string;
}

/** What lists show of somebody's certificates of the present position. */
export function staffCertStateOf({ isRequired, certificates, today }: CertFacts): StaffCertState {
  if (!isRequired) return "NONE";
  const held = certificates.find(({ state }) => state === "CERTIFIED" || state === "CHALLENGED");
  if (held) return isEnding(held.expireOn, today) ? "EXPIRING" : "CERTIFIED";
  const open = certificates.find(({ state }) => state === "DOING" || state === "REVIEW");
  if (open && (open.state === "REVIEW" || open.hasResults)) return "DOING";
  const ended = certificates.find(({ state }) => state === "EXPIRED" || state === "REVOKED");
  return ended?.state === "EXPIRED" || ended?.state === "REVOKED" ? ended.state : "PENDING";
}

const isEnding = (expireOn: string | null, today: string): boolean =>
  expireOn !== null && expireOn <= addDays(today, ENDING_DAYS);
