import type { AnswerFrom } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { handOverStaff } from "../../contract/index.ts";
import { db } from "../database.ts";

const SHOWN = 10;

/** Hand-overs of somebody, or one of them, the latest first, with what came of each line. */
export async function presentHandovers(
  tx: Tx,
  by: { readonly staffId: string } | { readonly id: string },
): Promise<AnswerFrom<typeof handOverStaff>[]> {
  const asked = db(tx).selectFrom("partnerStaffHandover").selectAll();
  const found = await ("id" in by ? asked.where("id", "=", by.id) : asked.where("staffId", "=", by.staffId))
    .orderBy("createdAt", "desc")
    .limit(SHOWN)
    .execute();
  return Promise.all(
    found.map(async (handover) => ({
      ...handover,
      createdByName: await tx.personName(handover.createdBy),
      steps: await db(tx)
        .selectFrom("partnerStaffHandoverStep as step")
        .innerJoin("partnerStaff as taker", "taker.id", "step.toStaffId")
        .select(["step.kind", "step.label", "taker.name as toName", "step.status", "step.count", "step.message"])
        .where("step.handoverId", "=", handover.id)
        .orderBy("step.sort")
        .execute(),
    })),
  );
}
