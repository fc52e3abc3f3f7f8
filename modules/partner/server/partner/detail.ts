import { findOrganization } from "@ops/authority/server";
import type { AnswerFrom } from "@ops/platform/contract";
import { onlyOf, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { ownPartnerId } from "../company/own.ts";
import type { PartnerRow } from "../company/tables.ts";
import { db } from "../database.ts";
import { editableGroups, takesNameRequests } from "./check/editable.ts";
import { missingFor } from "./check/missing.ts";
import { presentPartners } from "./present.ts";
import { countUnderWay } from "./under-way.ts";

type PresentedDetail = AnswerFrom<typeof contract.getPartner>;

/** Presents everything that the drawer shows. The partner's own people do not see the assessments of headquarters. */
export async function presentPartner(tx: Tx, row: PartnerRow): Promise<PresentedDetail> {
  const presented = onlyOf(await presentPartners(tx, [row]));
  const isOwnPerson = (await ownPartnerId(tx)) !== null;
  const organization = row.orgId ? await findOrganization(tx, { id: row.orgId }) : null;
  const isUnderWay = !["ACTIVE", "EXITING", "TERMINATED"].includes(row.state);
  return {
    ...row,
    ...presented,
    legalPerson: row.legalPersonMasked,
    legalIdNo: row.legalIdNoMasked,
    contactPhone: row.contactPhoneMasked,
    orgName: organization?.name ?? null,
    parent: await findNamedPartner(tx, row.parentPartnerId),
    prior: await priorOf(tx, row.priorPartnerId),
    flagsOff: await flagsOffOf(tx, row.id),
    submittedByName: row.submittedBy && (await tx.personName(row.submittedBy)),
    missing: isUnderWay ? await missingFor(tx, row) : [],
    ...(await countUnderWay(tx, row, presented.contractEndOn)),
    editable: editableGroups(row.state, isOwnPerson),
    canRequestName: !isOwnPerson && takesNameRequests(row.state),
  };
}

async function findNamedPartner(tx: Tx, id: string | null) {
  if (id === null) return null;
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo", "fullName", "stateReason"])
    .where("id", "=", id)
    .executeTakeFirst();
  return found ?? null;
}

async function priorOf(tx: Tx, id: string | null) {
  const prior = await findNamedPartner(tx, id);
  return prior && { ...prior, reason: prior.stateReason };
}

function flagsOffOf(tx: Tx, partnerId: string) {
  return db(tx)
    .selectFrom("partnerFlagOff")
    .select(["flag", "source", "reason"])
    .where("partnerId", "=", partnerId)
    .orderBy("flag")
    .orderBy("offAt")
    .execute();
}
