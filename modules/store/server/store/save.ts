import { createOrganization, lookupOrganizations, moveOrganization, renameOrganization } from "@ops/authority/server";
import { dayOf } from "@ops/platform/contract";
import { bindFile, changeRecord, insertRecord, newId, requireDivision, type Tx } from "@ops/platform/server";
import { type ExtValues, type OperateMode, storeChanged, storeErrors } from "../../contract/index.ts";
import { mergeExt } from "../ext-column/values.ts";
import { applyTemplate } from "../headcount/template.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { drawCode, requireFreeCode, requireFreeName } from "./code.ts";
import { checkLocation } from "./location.ts";
import { parentOf } from "./parent.ts";

type Column =
  | "storeCode"
  | "name"
  | "shortName"
  | "storeType"
  | "serviceCityCodes"
  | "address"
  | "lng"
  | "lat"
  | "phone"
  | "areaSqm"
  | "displaySlots"
  | "testDriveSlots"
  | "deliveryBays"
  | "chargingPiles"
  | "parkingSlots"
  | "storeLevel"
  | "legalEntity"
  | "licenseNo"
  | "licenseFileId"
  | "rentStart"
  | "rentEnd"
  | "monthlyRentFen"
  | "openDatePlan"
  | "imageIds";

/** What may be typed about a store. What is left out stays as it is. */
export type StoreFacts = { readonly [K in Column]?: StoreRow[K] | undefined } & {
  readonly regionCode?: string | undefined;
  readonly ext?: ExtValues | undefined;
  readonly isConfirmed?: boolean | undefined;
};

export interface NewStore extends StoreFacts {
  readonly name: string;
  readonly shortName: string;
  readonly storeType: string;
  readonly regionCode: string;
  readonly operateMode: OperateMode;
  readonly partnerId?: string | null | undefined;
  readonly regionId?: string | null | undefined;
}

const DELIVERY = "DELIVERY";

/** Checks a new store without writing anything, and answers what follows from what was typed (ST-R1 to R3, R6, R7). */
export async function checkNewStore(tx: Tx, wanted: NewStore) {
  const { operateMode, partnerId = null, regionId = null, storeType, name, storeCode, ext = {} } = wanted;
  const division = await requireCity(tx, wanted.regionCode);
  const { cityCode } = division;
  const parentId = await parentOf(tx, { operateMode, partnerId, regionId, cityCode });
  await requireFreeName(tx, name, cityCode, null);
  if (storeCode) await requireFreeCode(tx, storeCode);
  const { lng = null, lat = null, rentStart = null, rentEnd = null, isConfirmed = false } = wanted;
  await checkLocation(tx, { id: null, storeType, cityCode, lng, lat }, isConfirmed);
  requireRentDays({ rentStart, rentEnd });
  const serviceCityCodes = withOwnCity(wanted.serviceCityCodes ?? [], cityCode);
  return { parentId, facts: { ...division, partnerId, serviceCityCodes, ext: await mergeExt(tx, {}, ext) } };
}

/** Creates a store with its organisation and the headcount of its template. Names are locked. */
export async function insertStore(tx: Tx, wanted: NewStore): Promise<StoreRow> {
  const { parentId, facts } = await checkNewStore(tx, wanted);
  const { regionCode: _code, regionId: _region, isConfirmed: _confirmed, storeCode, ext: _ext, ...typed } = wanted;
  const id = newId();
  const store = await insertRecord(tx, storeTable, {
    ...filledOf(typed),
    name: wanted.name,
    shortName: wanted.shortName,
    storeType: wanted.storeType,
    operateMode: wanted.operateMode,
    ...facts,
    id,
    storeCode: storeCode ?? (await drawCode(tx, facts.cityCode)),
  });
  await createOrganization(tx, {
    id,
    parentId,
    refModule: "store",
    refId: id,
    code: store.storeCode,
    type: store.storeType === DELIVERY ? "DELIVERY" : "STORE",
    ...sharedOf(store),
  });
  await bindFiles(tx, store);
  await applyTemplate(tx, store, dayOf(tx.now));
  return store;
}

/** Checks what was typed about a store without writing anything, and answers what follows from it. */
export async function checkChanges(tx: Tx, store: StoreRow, typed: StoreFacts) {
  const { regionCode, isConfirmed = false, ext, storeCode, ...facts } = typed;
  requireSameKind(store, facts.storeType);
  const division = regionCode === undefined ? null : await requireCity(tx, regionCode);
  const cityCode = division?.cityCode ?? store.cityCode;
  const become = { ...store, ...filledOf(facts), cityCode };
  if (cityCode !== null && (become.name !== store.name || cityCode !== store.cityCode)) {
    await requireFreeName(tx, become.name, cityCode, store.id);
  }
  const code = await codeOf(tx, store, { storeCode, cityCode });
  if (isElsewhere(store, become)) await checkLocation(tx, become, isConfirmed);
  requireRentDays(become);
  const cities = become.serviceCityCodes.filter((one) => one !== store.cityCode);
  const changes = {
    ...facts,
    ...division,
    serviceCityCodes: withOwnCity(cities, cityCode),
    ...(ext === undefined ? {} : { ext: await mergeExt(tx, store.ext, ext) }),
  };
  return { changes, code };
}

/** Changes what was typed about a locked store, and its organisation with it. Names are locked. */
export async function changeStore(tx: Tx, store: StoreRow, typed: StoreFacts): Promise<StoreRow> {
  const { changes, code } = await checkChanges(tx, store, typed);
  const storeCode = "drawIn" in code ? await drawCode(tx, code.drawIn) : code.kept;
  const changed = await changeRecord(tx, storeTable, store, { ...changes, storeCode });
  await changeOrganization(tx, store, changed);
  await bindFiles(tx, changed);
  await tx.publish(storeChanged, { storeId: store.id, at: tx.now.toISOString() });
  return changed;
}

type Code = { readonly kept: string | null } | { readonly drawIn: string };

/** A new city draws a new code while the store is prepared, or when its city was not known; else both stay (ST-R1). */
async function codeOf(
  tx: Tx,
  store: StoreRow,
  { storeCode, cityCode }: { storeCode?: string | null | undefined; cityCode: string | null },
): Promise<Code> {
  const isTyped = storeCode !== undefined && storeCode !== null && storeCode !== store.storeCode;
  const isMoved = cityCode !== store.cityCode;
  if (!isTyped && !isMoved) return { kept: store.storeCode };
  const isFree = store.state === "PREPARING" || (store.cityCode === null && cityCode !== null);
  if (!isFree || cityCode === null) {
    throw storeErrors.codeLocked(undefined, { field: isTyped ? "storeCode" : "regionCode" });
  }
  if (!isTyped) return { drawIn: cityCode };
  await requireFreeCode(tx, storeCode);
  return { kept: storeCode };
}

/** The organisation follows: its name and address, and another city below the same region. */
async function changeOrganization(tx: Tx, before: StoreRow, after: StoreRow): Promise<void> {
  const [was, is] = [sharedOf(before), sharedOf(after)];
  if (JSON.stringify(was) !== JSON.stringify(is)) await renameOrganization(tx, after.id, is);
  if (before.cityCode === after.cityCode || after.operateMode !== "DIRECT") return;
  const regionId = (await lookupOrganizations(tx, [after.id])).get(after.id)?.regionOrgId ?? null;
  if (regionId === null) return;
  const parentId = await parentOf(tx, { ...after, regionId });
  await moveOrganization(tx, { id: after.id, parentId, reason: "门店城市变更" });
}

/** What the organisation has of its store. */
function sharedOf({ name, shortName, districtCode, cityCode, address, phone }: StoreRow) {
  return { name, shortName, regionCode: districtCode ?? cityCode, address, phone };
}

async function requireCity(tx: Tx, regionCode: string) {
  const { cityCode, ...division } = await requireDivision(tx, regionCode);
  if (cityCode === null) throw storeErrors.city(undefined, { field: "regionCode" });
  return { ...division, cityCode };
}

function requireSameKind(store: StoreRow, storeType: string | undefined): void {
  if (storeType === undefined || (storeType === DELIVERY) === (store.storeType === DELIVERY)) return;
  throw storeErrors.typeLocked(undefined, { field: "storeType" });
}

function requireRentDays({ rentStart, rentEnd }: Pick<StoreRow, "rentStart" | "rentEnd">): void {
  if (rentStart !== null && rentEnd !== null && rentEnd < rentStart) {
    throw storeErrors.rentDays(undefined, { field: "rentEnd" });
  }
}

const isElsewhere = (before: StoreRow, after: StoreRow): boolean =>
  before.lng !== after.lng ||
  before.lat !== after.lat ||
  before.cityCode !== after.cityCode ||
  before.storeType !== after.storeType;

const MOST_CITIES = 20;

/** The own city is always served. */
function withOwnCity(codes: readonly string[], cityCode: string | null): string[] {
  const served = [...new Set([...(cityCode === null ? [] : [cityCode]), ...codes])];
  if (served.length > MOST_CITIES) throw storeErrors.cities(undefined, { field: "serviceCityCodes" });
  return served;
}

type Filled<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out what was not typed. */
function filledOf<T extends object>(typed: T): Filled<T> {
  const entries: unknown = Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== undefined));
  return Object(entries);
}

/** Binds the pictures and the licence, so that everybody who may see the store sees them. */
async function bindFiles(tx: Tx, { id: bizId, imageIds, licenseFileId }: StoreRow): Promise<void> {
  for (const fileId of [...imageIds, licenseFileId ?? []].flat()) {
    await bindFile(tx, fileId, { bizType: storeTable.name, bizId });
  }
}
