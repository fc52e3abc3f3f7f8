import { adoptOrganizations, listOrganizations, lookupOrganizations } from "@ops/authority/server";
import { type PublishedPartner, partnersAbove } from "@ops/partner/server";
import { dayOf } from "@ops/platform/contract";
import { divisionsOf, insertRecord, type Tx } from "@ops/platform/server";
import type { storeTypes } from "../../contract/index.ts";
import { db } from "../database.ts";
import { enrolDuty } from "../duty/members.ts";
import { adoptQuotas } from "../headcount/template.ts";
import { storeTable } from "../site/tables.ts";
import { drawCodes, lockStoreNames } from "../store/code.ts";
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
  const codes = await drawCodesOf(
    tx,
    found.map((organization) => cityOf(organization).cityCode),
  );
  const names = await takenNames(tx);
  for (const [at, organization] of found.entries()) {
    const facts = { partner: partners.get(organization.id), ...cityOf(organization), storeCode: codes[at] ?? null };
    await adoptStore(tx, organization, facts, names);
  }
  await adoptOrganizations(
    tx,
    ids.map((id) => ({ id, refModule: "store", refId: id })),
  );
  await takeInPeople(tx, ids);
  await adoptQuotas(tx, ids, dayOf(tx.now));
  await enrolDuty(tx, ids);
}

/** Draws the codes of stores in these cities; one without a city gets none. */
async function drawCodesOf(tx: Tx, cities: readonly (string | null)[]): Promise<(string | null)[]> {
  const drawn = new Map<string, string[]>();
  for (const [city, here] of Map.groupBy(cities, (code) => code)) {
    if (city !== null) drawn.set(city, await drawCodes(tx, city, here.length));
  }
  return cities.map((city) => drawn.get(city ?? "")?.shift() ?? null);
}

interface Facts {
  readonly partner: PublishedPartner | undefined;
  readonly provinceCode: string | null;
  readonly cityCode: string | null;
  readonly districtCode: string | null;
  readonly storeCode: string | null;
}

async function adoptStore(tx: Tx, organization: Organization, facts: Facts, names: Set<string>): Promise<void> {
  const { id, code, name, shortName, address, phone, status, createdAt } = organization;
  const { partner, cityCode, ...placed } = facts;
  const state = stateOf(organization, partner);
  const isNamed = state !== "CLOSED" && cityCode !== null;
  const isTaken = isNamed && names.has(nameKey({ cityCode, name }));
  const ownName = isTaken ? `${name}（${code}）` : name;
  if (isNamed) names.add(nameKey({ cityCode, name: ownName }));
  await insertRecord(tx, storeTable, {
    id,
    ...placed,
    cityCode,
    name: ownName,
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
): Promise<(organization: Organization) => Omit<Facts, "partner" | "storeCode">> {
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

const nameKey = ({ cityCode, name }: { cityCode: string | null; name: string }) => `${cityCode} ${name}`;

/** The names that stores have which are not closed, by city (ST-R2). */
async function takenNames(tx: Tx): Promise<Set<string>> {
  const stores = await db(tx)
    .selectFrom("store")
    .select(["cityCode", "name"])
    .where("state", "<>", "CLOSED")
    .where("cityCode", "is not", null)
    .execute();
  return new Set(stores.map(nameKey));
}
