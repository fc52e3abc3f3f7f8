import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { handOverStaff } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { HandoverRow } from "./tables.ts";

const SHOWN = 10;

type Presented = AnswerFrom<typeof handOverStaff>;

/** Lists the hand-overs of a person, latest first. */
export async function presentHandovers(tx: Tx, staffId: string): Promise<Presented[]> {
  const found = await db(tx)
    .selectFrom("partnerStaffHandover")
    .selectAll()
    .where("staffId", "=", staffId)
    .orderBy("createdAt", "desc")
    .limit(SHOWN)
    .execute();
  return Promise.all(found.map((handover) => presentHandover(tx, handover)));
}

/** Presents a hand-over with the outcome of each line. */
export async function presentHandover(tx: Tx, handover: HandoverRow): Promise<Presented> {
  const steps = await db(tx)
    .selectFrom("partnerStaffHandoverStep as step")
    .innerJoin("partnerStaff as taker", "taker.id", "step.toStaffId")
    .select(["step.kind", "step.label", "taker.name as toName", "step.status", "step.count", "step.message"])
    .where("step.handoverId", "=", handover.id)
    .orderBy("step.sort")
    .execute();
  return { ...handover, createdByName: await tx.personName(handover.createdBy), steps };
}
