import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { personName } from "../person/person-name.ts";
import { beyondOf, personOf } from "./hand-over.ts";
import type { OffboardingRow } from "./tables.ts";

export type PresentedOffboarding = AnswerFrom<typeof contract.offboardUser>;

export async function latestOf(tx: Tx, userId: string): Promise<string | null> {
  const latest = await db(tx)
    .selectFrom("offboarding")
    .select("id")
    .where("userId", "=", userId)
    .orderBy("createdAt", "desc")
    .limit(1)
    .executeTakeFirst();
  return latest?.id ?? null;
}

export async function presentOffboarding(tx: Tx, offboarding: OffboardingRow): Promise<PresentedOffboarding> {
  const lines = await db(tx)
    .selectFrom("offboardingStep as s")
    .leftJoin("appUser as u", "u.id", "s.successorId")
    .select(["s.kind", "s.label", "s.status", "s.count", "s.message", "u.userName as successorName"])
    .where("s.offboardingId", "=", offboarding.id)
    .orderBy("s.sort")
    .execute();
  const isGone = offboarding.status === "DONE" && (await hasLeft(tx, offboarding.userId));
  const steps = [];
  for (const line of lines) {
    const mayBeOpen = isGone && line.count > 0 && (line.status === "KEPT" || line.status === "FAILED");
    steps.push({ ...line, open: mayBeOpen ? await openOf(tx, offboarding.userId, line.kind) : 0 });
  }
  return {
    ...offboarding,
    userName: await personName(tx, offboarding.userId),
    createdByName: await personName(tx, offboarding.createdBy),
    steps,
  };
}

/** Counts what the leaver still holds and the reader may hand over. */
async function openOf(tx: Tx, userId: string, kind: string): Promise<number> {
  const work = tx.workInHand.find((one) => one.kind === kind);
  if (!work) return 0;
  return (await work.countOf(tx, personOf(userId))) - (await beyondOf(tx, work, userId)).count;
}

async function hasLeft(tx: Tx, userId: string): Promise<boolean> {
  const query = db(tx).selectFrom("appUser").select("status").where("id", "=", userId);
  return (await query.executeTakeFirst())?.status === "LEFT";
}
