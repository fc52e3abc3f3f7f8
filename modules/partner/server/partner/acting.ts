import { createOrganization } from "@ops/authority/server";
import { acting, notify, type Tx } from "@ops/platform/server";
import { partnerActs, partnerErrors } from "../../contract/index.ts";
import { requireApplied } from "../company/find.ts";
import { addressOfPartner, holdersFor, readersOf } from "../company/holders.ts";
import { type PartnerRow, partners } from "../company/tables.ts";
import { applyTerms } from "../contract/apply-terms.ts";
import { refuseTakenTerritory } from "../contract/territory.ts";
import { syncTasks } from "../onboarding/sync.ts";
import { missingPapers, paperNames, paperStandings } from "../qualification/required.ts";
import { missingFacts, missingFor } from "./check/missing.ts";
import { presentPartner } from "./detail.ts";

export const partnerActing = acting(partnerActs, partners, {
  present: (tx, rows) => Promise.all(rows.map((row) => presentPartner(tx, row))),
  reasonIn: "stateReason",
  on: {
    /** Requires a complete application and uploaded papers (PT-R3). */
    submit: async (tx, partner) => {
      const facts = missingFacts(partner);
      if (facts.length > 0) throw partnerErrors.notReady({ list: facts.join("、") });
      const missing = await missingPapers(tx, partner, { uploaded: true });
      if (missing.length > 0) throw partnerErrors.papers({ list: paperNames(missing) });
      return { submittedBy: tx.actor.userId, submittedAt: tx.now };
    },
    /** Requires valid papers, and creates the organisation. */
    approve: async (tx, partner) => {
      const missing = await missingPapers(tx, partner, { uploaded: false });
      if (missing.length > 0) {
        throw partnerErrors.papersOpen({ list: (await paperStandings(tx, partner.id, missing)).join("、") });
      }
      const orgId = partner.orgId ?? (await organizationFor(tx, partner)).id;
      return { orgId, approvedAt: tx.now };
    },
    /** Requires tasks, contract, deposit and account, and a free territory (PT-R4). */
    activate: async (tx, partner) => {
      const missing = await missingFor(tx, partner);
      if (missing.length > 0) throw partnerErrors.notReady({ list: missing.map(({ text }) => text).join("、") });
      await refuseTakenTerritory(tx, partner);
      return { activatedAt: tx.now };
    },
  },
  after: {
    submit: tellReviewers,
    approve: syncTasks,
    reject: tellApplicants,
    /** The flags of the contract become live (PT-R4). */
    activate: applyTerms,
  },
});

async function tellReviewers(tx: Tx, partner: PartnerRow): Promise<void> {
  const { id, fullName } = partner;
  const holders = await holdersFor(tx, "partner:partner:approve", partner);
  const reviewers = holders.filter((one) => one !== tx.actor.userId);
  await notify(tx, reviewers, {
    category: "APPROVAL",
    title: "入驻申请待审核",
    route: addressOfPartner(id),
    content: `${fullName}的入驻申请待审核`,
    about: `partner.review:${id}`,
  });
}

async function tellApplicants(tx: Tx, partner: PartnerRow): Promise<void> {
  const people = [partner.managerId, partner.submittedBy ?? partner.managerId];
  await notify(tx, await readersOf(tx, partner, people), {
    category: "APPROVAL",
    level: "WARN",
    title: "入驻申请被驳回",
    route: addressOfPartner(partner.id),
    content: `${partner.fullName}的入驻申请被驳回：${partner.stateReason}`,
    about: `partner.review:${partner.id}`,
  });
}

/**
 * Creates the organisation that is the root of the partner's data scope. A company that returns gets a new one beside
 * its former, closed organisation.
 */
function organizationFor(tx: Tx, partner: PartnerRow) {
  const { id, fullName, shortName, partnerNo, regionId, cityCodes, priorPartnerId } = requireApplied(partner);
  return createOrganization(tx, {
    parentId: regionId,
    type: "PARTNER",
    refModule: "partner",
    refId: id,
    name: priorPartnerId === null ? fullName : `${fullName}（${partnerNo}）`,
    shortName,
    regionCode: cityCodes[0] ?? null,
  });
}
