import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { holdsOn, papersOf } from "./required.ts";

/** Tells whether the 营业执照 of a partner was checked and is valid today. */
export async function hasLicense(tx: Tx, partnerId: string): Promise<boolean> {
  const today = dayOf(tx.now);
  return (await papersOf(tx, partnerId)).some((paper) => paper.kind === "LICENSE" && holdsOn(paper, today));
}
