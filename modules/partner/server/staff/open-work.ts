import type { Holder, Tx, WorkInHand } from "@ops/platform/server";
import { staffErrors } from "../../contract/index.ts";
import type { StaffRow } from "./tables.ts";

export const personOf = (id: string): Holder => ({ kind: "person", id });

interface Open {
  readonly holder: Holder;
  readonly work: WorkInHand;
  readonly count: number;
}

/** What somebody holds of all modules; kinds of which nothing is held are left out. */
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

/** PT-R14: whoever leaves, or goes to another store, has nothing in hand. */
export async function refuseOpenWork(tx: Tx, staff: StaffRow): Promise<void> {
  const open = await openWork(tx, staff);
  if (open.length === 0) return;
  const list = open.map(({ work, count }) => `${work.label}${count}项`).join("、");
  throw staffErrors.staffOpen({ list });
}
