import { adoptOrganization, listOrganizations, lookupOrganizations } from "@ops/authority/server";
import { type PublishedPartner, partnersAbove } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { divisionsOf, insertRecord, type Tx } from "@ops/platform/server";
import type { storeTypes } from "../../contract/index.ts";
import { db } from "../database.ts";
import { enrolDuty } from "../duty/members.ts";
import { adoptQuota } from "../headcount/template.ts";
import { storeTable } from "../site/tables.ts";
import { drawCode, lockStoreNames } from "../store/code.ts";
import { takeInPeople } from "./people.ts";

type Organization = Awaited<ReturnType<typeof listOrganizations>>[number];

/**
 * Takes in the organisations of stores that have no record yet, with their people, quotas and members of the roster (ST-R32, ST-R33). It runs at
 * every start, on one node at a time; a second run changes nothing.
 */
export async function adoptStores(tx: Tx): Promise<void> {
  await lockStoreNames(tx);
  const known = new Set((await db(tx).selectFrom("store").select("id").execute()).map(({ id }) => id));
  const found = (await listOrganizations(tx, ["STORE", "DELIVERY"])).filter(({ id }) => !known.has(id));
  if (found.length === 0) return;
  const ids = found.map(({ id }) => id);
  const partners = await partnersAbove(tx, ids);
  const cityOf = await citiesOf(tx, found, partners);
  for (const organization of found) {
    await adoptStore(tx, organization, { partner: partners.get(organization.id), ...cityOf(organization) });
  }
  await takeInPeople(tx, ids);
  for (const id of ids) {
    await adoptQuota(tx, id, dayOf(tx.now));
    await enrolDuty(tx, id);
  }
}

interface Facts {
  readonly partner: PublishedPartner | undefined;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
}

async function adoptStore(tx: Tx, organization: Organization, { partner, ...division }: Facts): Promise<void> {
  const { id, code, name, shortName, address, phone, status, createdAt } = organization;
  const { cityCode } = division;
  const state = stateOf(organization, partner);
  const isTaken = state !== "CLOSED" && cityCode !== null && (await isNameTaken(tx, name, cityCode));
  await insertRecord(tx, storeTable, {
    id,
    ...division,
    storeCode: cityCode === null ? null : await drawCode(tx, cityCode),
    name: isTaken ? `${name}（${code}）` : name,
    shortName: shortName ?? name,
    storeType: typeOf(organization),
    operateMode: partner ? "PARTNER" : "DIRECT",
    partnerId: partner?.id ?? null,
    serviceCityCodes: cityCode === null ? [] : [cityCode],
    address,
    phone,
    state,
    openedOn: state === "PREPARING" ? null : dayOf(createdAt),
    closedOn: status === "DISABLED" ? dayOf(tx.now) : null,
  });
  await adoptOrganization(tx, id, { refModule: "store", refId: id });
}

function stateOf({ status }: Organization, partner: PublishedPartner | undefined): "CLOSED" | "PREPARING" | "OPEN" {
  if (status === "DISABLED") return "CLOSED";
  return partner?.state === "ONBOARDING" ? "PREPARING" : "OPEN";
}

/** The words in the name of a store that tell its type. */
const words: readonly (readonly [Exclude<keyof typeof storeTypes, "DELIVERY">, string])[] = [
  ["USER", "用户中心"],
  ["SERVICE", "服务中心"],
  ["FULL", "综合店"],
  ["MALL", "商超"],
  ["POPUP", "快闪"],
];

function typeOf({ type, name }: Organization): keyof typeof storeTypes {
  if (type === "DELIVERY") return "DELIVERY";
  return words.find(([, word]) => name.includes(word))?.[0] ?? "EXPERIENCE";
}

/** The city of a store: of its own division, else of the CITY above it, else the first of its partner. */
async function citiesOf(
  tx: Tx,
  found: readonly Organization[],
  partners: ReadonlyMap<string, PublishedPartner>,
): Promise<(organization: Organization) => Omit<Facts, "partner">> {
  const lineOf = ({ path }: Organization) => path.split("/").filter(Boolean).toReversed();
  const above = await lookupOrganizations(tx, [...new Set(found.flatMap(lineOf))]);
  const codesOf = (organization: Organization) => {
    const upper = lineOf(organization).flatMap((id) => above.get(id) ?? []);
    const city = upper.find(({ type, regionCode }) => type === "CITY" && regionCode !== null);
    return [organization.regionCode, city?.regionCode, partners.get(organization.id)?.cityCodes[0]].flatMap(
      (code) => code ?? [],
    );
  };
  const divisions = await divisionsOf(tx, [...new Set(found.flatMap(codesOf))]);
  return (organization) => {
    const known = codesOf(organization).flatMap((code) => divisions.get(code) ?? []);
    return (
      known.find(({ cityCode }) => cityCode !== null) ?? { provinceCode: null, cityCode: null, districtCode: null }
    );
  };
}

async function isNameTaken(tx: Tx, name: string, cityCode: string): Promise<boolean> {
  const query = db(tx).selectFrom("store").select("id").where("cityCode", "=", cityCode).where("name", "=", name);
  return (await query.where("state", "<>", "CLOSED").executeTakeFirst()) !== undefined;
}
