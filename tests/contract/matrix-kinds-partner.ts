import { givenContract, givenPartner } from "@ops/partner/server/testing";
import { newId } from "@ops/platform/server";
import type { Kind } from "./matrix-kinds.ts";
import { type Caller, type Ground, organizationOf, type Place } from "./matrix-places.ts";

const owned = `p.manager_id as "ownerId", false as everywhere,
  array_remove(array[p.region_id, p.org_id], null) as "organizationIds"`;

async function partnerAt(ground: Ground, place: Place, caller: Caller): Promise<string> {
  const { id } = await givenPartner(ground.app);
  const isSomewhere = place !== "own" && place !== "nowhere";
  await ground.app.rows("update partner set manager_id = $2, region_id = coalesce($3, region_id) where id = $1", [
    id,
    place === "own" ? caller.userId : newId(),
    isSomewhere ? organizationOf(ground, place).id : null,
  ]);
  return id;
}

/** Seen in its region, in its own organisation, and by its manager. */
const partners: Kind = {
  places: [
    ...(["own", "home", "child", "foreign", "custom", "below custom", "custom alone", "below custom alone"] as const),
    ...(["nowhere", "missing"] as const),
  ],
  facts: `select p.id::text as id, true as exists, ${owned} from partner p`,
  make: async (ground, place, caller) => (place === "missing" ? newId() : partnerAt(ground, place, caller)),
};

/** What belongs to a partner is seen where the partner is. */
function ofPartner(
  table: string,
  make: (app: Ground["app"], partnerId: string) => Promise<string>,
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

async function inserted(app: Ground["app"], statement: string, partnerId: string): Promise<string> {
  const id = newId();
  await app.rows(statement, [id, partnerId]);
  return id;
}

export const partnerKinds = { partners, partnerContracts, partnerBankAccounts, partnerAssessments, partnerSuspensions };
