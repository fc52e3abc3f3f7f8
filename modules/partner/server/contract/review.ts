import { findOrganizations } from "@ops/authority/server";
import { commonErrors, yuan } from "@ops/platform/contract";
import { approvalFlow, recordsIn, startApproval, type Tx } from "@ops/platform/server";
import { z } from "zod";
import { approveContract, ContractShape, contractKinds, rejectContract } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type ContractRow, contracts } from "./tables.ts";

/**
 * 合同审批 has one level: people who may approve contracts of the partner (section 3.2). The facts leave out commercial
 * terms, which only the contract shows.
 */
export const contractReview = approvalFlow({
  kind: "partner.contract",
  label: "伙伴合同",
  table: recordsIn(contracts),
  overlay: "partnerContract",
  facts: z.object({ partnerName: z.string(), ...ContractShape.pick("kind", "startOn", "endOn", "depositFen") }),
  levels: { review: { label: "合同审批", code: approveContract.permission, at: "record", workdays: 2 } },
  inCharge: async (tx, id) => {
    const found = db(tx).selectFrom("partnerContract as c").innerJoin("partner as p", "p.id", "c.partnerId");
    return (await found.select("p.managerId").where("c.id", "=", id).execute()).map(({ managerId }) => managerId);
  },
  show: ({ partnerName, kind, startOn, endOn, depositFen }) => ({
    伙伴: partnerName,
    类型: contractKinds[kind],
    期限: `${startOn} 至 ${endOn}`,
    保证金: depositFen === null ? "无" : `${yuan(depositFen)}元`,
  }),
  calls: {
    APPROVE: { endpoint: approveContract, noteIn: "note" },
    REJECT: { endpoint: rejectContract, noteIn: "reason" },
  },
});

/** Requests the approval of a contract that was just submitted. */
export async function requestReview(
  tx: Tx,
  { id, version, contractNo, title, partnerId, kind, startOn, endOn, depositFen, createdBy }: ContractRow,
  by?: { readonly userId: string; readonly at: Date },
): Promise<void> {
  const { regionId, orgId, shortName } = await db(tx)
    .selectFrom("partner")
    .select(["regionId", "orgId", "shortName"])
    .where("id", "=", partnerId)
    .executeTakeFirstOrThrow();
  await startApproval(tx, contractReview, {
    bizId: id,
    bizNo: contractNo,
    version,
    orgId: regionId ?? orgId ?? (await headquarters(tx)),
    title,
    authors: [createdBy],
    facts: { partnerName: shortName, kind, startOn, endOn, depositFen },
    ...(by ? { by } : {}),
  });
}

/** Finds headquarters, which is responsible for a new partner without a region. */
async function headquarters(tx: Tx): Promise<string> {
  const [root] = await findOrganizations(tx, "GROUP");
  if (!root) throw commonErrors.notFound();
  return root.id;
}
