import { commonErrors, isUscc } from "@ops/platform/contract";
import { reads, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { ownPartnerId } from "../company/own.ts";
import { db } from "../database.ts";
import { insertPaper } from "../qualification/insert.ts";
import { sameCompany } from "./check/duplicates.ts";
import { presentPartner } from "./detail.ts";
import { insertPartner } from "./insert.ts";
import { storesOf } from "./stores.ts";

export const listPartnerOptions = reads(contract.listPartnerOptions, async (tx) => ({
  isOwnPerson: (await ownPartnerId(tx)) !== null,
}));

export const checkUscc = reads(contract.checkUscc, async (tx, { query: { uscc } }) => {
  // people of partners must not learn which other companies work for the brand
  if (await ownPartnerId(tx)) throw commonErrors.forbidden();
  const { live, prior } = await sameCompany(tx, uscc);
  const ended = prior && { partnerNo: prior.partnerNo, reason: prior.stateReason };
  return { uscc, isValid: isUscc(uscc), taken: live, prior: ended };
});

export const getPartner = reads(contract.getPartner, async (tx, { params }) =>
  presentPartner(tx, await requirePartner(tx, params.id)),
);

export const listPartnerStores = reads(contract.listPartnerStores, async (tx, { params }) => {
  const partner = await requirePartner(tx, params.id);
  const stores = (await storesOf(tx, [partner])).get(partner.id) ?? [];
  const counted = await db(tx)
    .selectFrom("partnerStaff")
    .select((eb) => ["storeId", eb.fn.countAll<number>().as("count")])
    .where("partnerId", "=", partner.id)
    .where("state", "not in", ["LEFT", "REJECTED"])
    .groupBy("storeId")
    .execute();
  const counts = new Map(counted.map(({ storeId, count }) => [storeId, count]));
  return stores.map((store) => ({ ...store, staffCount: counts.get(store.id) ?? 0 }));
});

/** 新增: creates a draft, complete or not, with its licence if one was uploaded (PT-R1, PT-R2). */
export const createPartner = writes(contract.createPartner, async (tx, { body: { licenseFileIds, ...facts } }) => {
  const created = await insertPartner(tx, facts);
  if (licenseFileIds.length > 0) {
    const paper = { kind: "LICENSE", number: created.uscc || null, issueOn: null, expireOn: null } as const;
    await insertPaper(tx, created, { ...paper, fileIds: licenseFileIds });
  }
  return presentPartner(tx, created);
});
