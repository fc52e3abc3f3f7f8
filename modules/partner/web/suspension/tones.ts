import type { SuspensionState } from "@ops/partner/contract";
import type { Tone } from "@ops/platform/web";

/** Where the word alone would mislead: a suspension that is done is a partner that stands still. */
export const suspensionTones: Partial<Record<SuspensionState, Tone>> = {
  CONFIRMED: "active",
  EXECUTING: "active",
  DONE: "warn",
  PARTLY: "bad",
  UNDOING: "active",
  UNDONE: "good",
  REJECTED: "off",
};

export const itemTones = { WAITING: "active", DONE: "good", FAILED: "bad" } as const;
export const restoreTones = { RESTORED: "good", KEPT: "warn", FAILED: "bad" } as const;
