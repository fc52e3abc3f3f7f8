import { findOrganizations, organizationNames } from "@ops/authority/server";
import {
  changeRecord,
  findRecord,
  insertPastAudits,
  jobAudit,
  lockRecord,
  type PastAudit,
  type Tx,
  type WorkInHand,
} from "@ops/platform/server";
import { partnerErrors } from "../../contract/index.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { mayManage } from "./managers.ts";

/**
 * The partners of a manager, who is notified about their contracts, papers and assessments. When the manager leaves,
 * somebody else takes them over (AU-R10), including drafts and applications, but not terminated ones.
 */
const managedPartners: WorkInHand = {
  kind: "partner.managed",
  label: "负责的伙伴",
  countOf: async (tx, { kind, id }) => (kind === "person" ? (await managedBy(tx, id)).length : 0),
  beyondOf: async (tx, { kind, id }) => {
    const managed = kind === "person" ? await managedBy(tx, id) : [];
    return { count: managed.length - (await reachedOf(tx, managed)).length, blocking: 0 };
  },
  checkTaker: async (tx, _from, to) => {
    if (!(await mayManage(tx, to.id))) throw partnerErrors.managerTaker({ name: await tx.personName(to.id) });
  },
  handOver: async (tx, from, to) => {
    const reached = await reachedOf(tx, await managedBy(tx, from.id));
    const [before, after] = [await tx.personName(from.id), await tx.personName(to.id)];
    const diff = { field: "managerId", label: "渠道经理", before, after };
    for (const id of reached)
      await change(tx, id, { managerId: to.id }, { summary: `渠道经理离职，移交给${after}`, diff });
    return reached.length;
  },
};

/**
 * The partners of a region. They are in scope by it, so a merge moves them to the other region, terminated ones too
 * (AU-R42).
 */
const partnersOfRegion: WorkInHand = {
  kind: "partner.region",
  label: "归属的伙伴",
  countOf: async (tx, { kind, id }) => (kind === "organization" ? (await findInRegion(tx, id)).length : 0),
  checkTaker: async (tx, _from, to) => {
    const regions = await findOrganizations(tx, "REGION");
    if (!regions.some(({ id }) => id === to.id)) throw partnerErrors.regionTaker();
  },
  handOver: async (tx, from, to) => {
    const found = await findInRegion(tx, from.id);
    const names = await organizationNames(tx, [from.id, to.id]);
    const [before, after] = [names.get(from.id) ?? "", names.get(to.id) ?? ""];
    const diff = { field: "regionId", label: "所属区域", before, after };
    const summary = `所属大区${before}被合并，归入${after}`;
    for (const id of found) await change(tx, id, { regionId: to.id }, { summary, diff });
    return found.length;
  },
};

export const partnerWork: readonly WorkInHand[] = [managedPartners, partnersOfRegion];

async function managedBy(tx: Tx, managerId: string): Promise<string[]> {
  const rows = await db(tx)
    .selectFrom("partner")
    .select("id")
    .where("managerId", "=", managerId)
    .where("state", "<>", "TERMINATED")
    .orderBy("id")
    .execute();
  return rows.map(({ id }) => id);
}

async function findInRegion(tx: Tx, regionId: string): Promise<string[]> {
  const rows = await db(tx).selectFrom("partner").select("id").where("regionId", "=", regionId).orderBy("id").execute();
  return rows.map(({ id }) => id);
}

async function reachedOf(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const reached: string[] = [];
  for (const id of ids) if (await findRecord(tx, partners, id)) reached.push(id);
  return reached;
}

interface Told {
  readonly summary: string;
  readonly diff: Pick<PastAudit["diffs"][number], "field" | "label" | "before" | "after">;
}

/** Writes the audit entry of the partner here, because no call about this partner does so. */
async function change(
  tx: Tx,
  id: string,
  changes: Partial<Pick<PartnerRow, "managerId" | "regionId">>,
  { summary, diff }: Told,
): Promise<void> {
  const partner = await lockRecord(tx, partners, id, null);
  await changeRecord(tx, partners, partner, changes);
  const about = { bizType: partners.name, bizId: id };
  await insertPastAudits(tx, [
    {
      ...jobAudit(tx, "partner"),
      ...about,
      bizNo: partner.partnerNo,
      action: "partner.handOver",
      actionName: "移交伙伴",
      summary,
      diffs: [{ ...about, ...diff }],
    },
  ]);
}
