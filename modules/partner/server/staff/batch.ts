import { type AnswerFrom, BusinessError } from "@ops/platform/contract";
import { findRecord, requireSeen, type Steps, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { staffs } from "./tables.ts";

type End = AnswerFrom<typeof contract.approveStaffs>;

interface One {
  readonly id: string;
  readonly version: number;
}

/** Acts on each person in a transaction of its own with its own audit entry, as a single call would. */
export async function eachStaff(
  steps: Steps,
  people: readonly One[],
  act: (tx: Tx, one: One) => Promise<unknown>,
): Promise<End> {
  const ids = people.map(({ id }) => id);
  await steps.commit((tx) => requireSeen(tx, staffs, ids));
  const refusals: End["refusals"] = [];
  for (const one of people.toSorted((a, b) => (a.id < b.id ? -1 : 1))) {
    try {
      await steps.finish(async (tx) => void (await act(tx, one)));
    } catch (refusal) {
      if (!(refusal instanceof BusinessError)) throw refusal;
      steps.noteRefusal(refusal);
      refusals.push({ id: one.id, name: null, msg: refusal.message });
    }
  }
  const done = people.length - refusals.length;
  const told = async (tx: Tx): Promise<End> => ({ done, refusals: await nameRefused(tx, refusals) });
  if (done > 0) return steps.commit(told);
  return steps.finish((tx) => {
    tx.trail.summary = `${people.length}人，均未完成`;
    return told(tx);
  });
}

async function nameRefused(tx: Tx, refusals: End["refusals"]): Promise<End["refusals"]> {
  const told: End["refusals"] = [];
  for (const refusal of refusals) {
    told.push({ ...refusal, name: (await findRecord(tx, staffs, refusal.id))?.name ?? null });
  }
  return told;
}
