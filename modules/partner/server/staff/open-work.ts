import type { Holder, Tx, WorkInHand } from "@ops/platform/server";
import { staffErrors } from "../../contract/index.ts";
import type { StaffRow } from "./tables.ts";

export const personOf = (id: string): Holder => ({ kind: "person", id });

interface Open {
  readonly holder: Holder;
  readonly work: WorkInHand;
  readonly count: number;
}

/** Finds the open work of a person in all modules. Kinds without work are left out. */
export async function openWork(tx: Tx, { userId }: Pick<StaffRow, "userId">): Promise<Open[]> {
  if (userId === null) return [];
  const holder = personOf(userId);
  const open: Open[] = [];
  for (const work of tx.workInHand) {
    const count = await work.countOf(tx, holder);
    if (count > 0) open.push({ holder, work, count });
  }
  return open;
}

/** Refuses a person with open work, who may neither leave nor move to another store (PT-R14). */
export async function refuseOpenWork(tx: Tx, staff: StaffRow): Promise<void> {
  const open = await openWork(tx, staff);
  if (open.length === 0) return;
  const list = open.map(({ work, count }) => `${work.label}${count}项`).join("、");
  throw staffErrors.staffOpen({ list });
}
