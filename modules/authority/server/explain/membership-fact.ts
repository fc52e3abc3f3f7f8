import type { Tx } from "@ops/platform/server";
import { membershipStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type Knows, postNames } from "../effective/known-places.ts";
import type { Subject } from "./subject.ts";

/** Whether a membership is in force; if none is, what became of the one that was asked for. */
export async function membershipFact(
  tx: Tx,
  { posts, membershipId }: Subject,
  knows: Knows,
): Promise<{ isInForce: boolean; fact: string }> {
  if (posts.length > 0) return { isInForce: true, fact: postNames(posts, knows).join("、") };
  if (membershipId === null) return { isInForce: false, fact: "没有在任的任职" };
  const found = await db(tx)
    .selectFrom("membership as m")
    .innerJoin("organization as o", "o.id", "m.organizationId")
    .select(["m.status", "m.startDate", "m.endDate", "o.name", "o.status as organizationStatus"])
    .where("m.id", "=", membershipId)
    .executeTakeFirstOrThrow();
  if (found.status === "EFFECTIVE" && found.organizationStatus === "DISABLED") {
    return { isInForce: false, fact: `组织「${found.name}」已停用` };
  }
  const days = `${found.startDate} 至 ${found.endDate ?? "不限"}`;
  return { isInForce: false, fact: `任职${membershipStates[found.status]}：${days}` };
}
