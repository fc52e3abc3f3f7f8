import type { SuspensionState } from "@ops/partner/contract";
import type { Tone } from "@ops/platform/web";

/** Tones for states whose word alone does not tell whether they are good or bad. */
export const suspensionTones: Partial<Record<SuspensionState, Tone>> = {
  CONFIRMED: "active",
  EXECUTING: "active",
  DONE: "good",
  PARTLY: "bad",
  UNDOING: "active",
  UNDONE: "good",
  REJECTED: "off",
};

export const itemTones = { WAITING: "active", DONE: "good", FAILED: "bad", SKIPPED: "off" } as const;
export const restoreTones = { RESTORED: "good", KEPT: "warn", FAILED: "bad" } as const;
