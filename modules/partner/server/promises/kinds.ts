import {
  type Kind,
  organizationOf,
  type Place,
  type PromiseCaller,
  type PromiseGround,
  scopedPlaces,
} from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import { givenContract, givenPaper, givenPartner, givenStaff } from "../testing.ts";

const owned = `p.manager_id as "ownerId", false as everywhere,
  array_remove(array[p.region_id, p.org_id], null) as "organizationIds"`;

async function partnerAt(ground: PromiseGround, place: Place, caller: PromiseCaller): Promise<string> {
  const { id } = await givenPartner(ground.app);
  const isSomewhere = place !== "own" && place !== "nowhere";
  await ground.app.rows("update partner set manager_id = $2, region_id = coalesce($3, region_id) where id = $1", [
    id,
    place === "own" ? caller.userId : newId(),
    isSomewhere ? organizationOf(ground, place).id : null,
  ]);
  return id;
}

/** Partners are visible in their region, in their own organisation and for their manager. */
const partners: Kind = {
  places: scopedPlaces,
  facts: `select p.id::text as id, true as exists, ${owned} from partner p`,
  make: async (ground, place, caller) => (place === "missing" ? newId() : partnerAt(ground, place, caller)),
};

/** Records of a partner are visible where the partner is. */
function ofPartner(
  table: string,
  make: (app: PromiseGround["app"], partnerId: string) => Promise<string>,
): Kind & { of: typeof make } {
  return {
    of: make,
    places: partners.places,
    facts: `select t.id::text as id, true as exists, ${owned} from ${table} t join partner p on p.id = t.partner_id`,
    make: async (ground, place, caller) =>
      place === "missing" ? newId() : make(ground.app, await partnerAt(ground, place, caller)),
  };
}

const partnerContracts = ofPartner("partner_contract", async (app, id) => (await givenContract(app, { id })).id);

export const partnerBankAccounts = ofPartner("partner_bank_account", (app, partnerId) =>
  inserted(
    app,
    `insert into partner_bank_account (id, created_at, created_by, updated_at, updated_by, partner_id, account_name, bank,
       branch, account_no_cipher, account_no_hash, account_no_masked, reason)
     values ($1::uuid, now(), $1, now(), $1, $2, '公司', '银行', '支行', '\\x00', '\\x00', '****6789', '开户')`,
    partnerId,
  ),
);

export const partnerAssessments = ofPartner("partner_assessment", (app, partnerId) =>
  inserted(
    app,
    `insert into partner_assessment (id, created_at, created_by, updated_at, updated_by, partner_id, period, items,
       total_hundredths, level)
     values ($1::uuid, now(), $1, now(), $1, $2, '2020-01', '[]', 8110, 'A')`,
    partnerId,
  ),
);

export const partnerSuspensions = ofPartner("partner_suspension", (app, partnerId) =>
  inserted(
    app,
    `insert into partner_suspension (id, created_at, created_by, updated_at, updated_by, partner_id, kind, reason)
     values ($1::uuid, now(), $1, now(), $1, $2, 'SUSPEND', '违规')`,
    partnerId,
  ),
);

const partnerQualifications = ofPartner(
  "partner_qualification",
  async (app, id) => (await givenPaper(app, { id }, { kind: "DATA", state: "WAITING" })).id,
);

export const partnerChanges = ofPartner("partner_change", (app, partnerId) =>
  inserted(
    app,
    `insert into partner_change (id, created_at, created_by, updated_at, updated_by, partner_id, full_name, short_name, uscc,
       reason)
     select $1::uuid, now(), $1, now(), $1, id, full_name || '更名', short_name, uscc, '工商变更' from partner where id = $2`,
    partnerId,
  ),
);

export const partnerTasks = ofPartner("partner_onboard_task", (app, partnerId) =>
  inserted(
    app,
    `insert into partner_onboard_task (id, created_at, created_by, updated_at, updated_by, partner_id, code, name, owner_role,
       owner_code, mandatory, days, due_on, sort)
     values ($1::uuid, now(), $1, now(), $1, $2, 'CONTRACT', '主合同签署', '渠道经理', 'partner:contract:edit', true, 10,
       '2026-12-31', 1)`,
    partnerId,
  ),
);

async function inserted(app: PromiseGround["app"], statement: string, partnerId: string): Promise<string> {
  const id = newId();
  await app.rows(statement, [id, partnerId]);
  return id;
}

/** Staff is visible in its organisation and for the manager of the partner. */
const partnerStaffs: Kind = {
  places: partners.places,
  facts: `select s.id::text as id, true as exists, p.manager_id as "ownerId", false as everywhere,
    array[s.org_id] as "organizationIds" from partner_staff s join partner p on p.id = s.partner_id`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const company = await givenPartner(ground.app, { managerId: place === "own" ? caller.userId : newId() });
    const isSomewhere = place !== "own" && place !== "nowhere";
    const orgId = isSomewhere ? organizationOf(ground, place).id : newId();
    const { id } = await givenStaff(ground.app, { partner: company, orgId, state: "REVIEW" });
    return id;
  },
};

/** The list is visible only for headquarters. */
const partnerBlacklist: Kind = {
  places: ["nowhere", "missing"],
  facts: `select id::text as id, true as exists, null as "ownerId", false as everywhere, '{}'::uuid[] as "organizationIds"
    from partner_blacklist`,
  make: async ({ app }, place) => {
    const id = newId();
    if (place === "missing") return id;
    await app.rows(
      `insert into partner_blacklist (id, created_at, created_by, updated_at, updated_by, name, phone_hash, phone_masked, reason)
       values ($1::uuid, now(), $1, now(), $1, '某某', decode(replace($1::text, '-', ''), 'hex'), '133****0000', '飞单')`,
      [id],
    );
    return id;
  },
};

export const partnerKinds = {
  partnerStaffs,
  partnerBlacklist,
  partners,
  partnerContracts,
  partnerBankAccounts,
  partnerAssessments,
  partnerSuspensions,
  partnerQualifications,
  partnerChanges,
  partnerTasks,
};
