import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { db } from "../database.ts";
import { personName } from "../user/person-name.ts";
import type { OffboardingRow } from "./tables.ts";

export type PresentedOffboarding = AnswerFrom<typeof contract.offboardUser>;

export async function presentOffboarding(tx: Tx, offboarding: OffboardingRow): Promise<PresentedOffboarding> {
  const steps = await db(tx)
    .selectFrom("offboardingStep as s")
    .leftJoin("appUser as u", "u.id", "s.successorId")
    .select(["s.kind", "s.label", "s.status", "s.count", "s.message", "u.userName as successorName"])
    .where("s.offboardingId", "=", offboarding.id)
    .orderBy("s.sort")
    .execute();
  return {
    ...offboarding,
    userName: await personName(tx, offboarding.userId),
    createdByName: await personName(tx, offboarding.createdBy),
    steps,
  };
}
