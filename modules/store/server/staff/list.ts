import {
  loginsOf,
  lookupOrganizations,
  lookupPeople,
  lookupPositions,
  organizationsUnder,
  postsOf,
} from "@ops/authority/server";
import { BusinessError, CityRef, dayOf, type QueryOf } from "@ops/platform/contract";
import {
  checkNewcomer,
  contains,
  countBy,
  filtersOf,
  get,
  inScope,
  is,
  list,
  reads,
  refNames,
  requireRecord,
  type Tx,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type StaffState, staffStates } from "../../contract/index.ts";
import { db } from "../database.ts";
import { headcountsAt, storeSeatsAt } from "../headcount/counted.ts";
import { storePositions } from "../position/published.ts";
import { storeTable } from "../site/tables.ts";
import { planAccount } from "./account.ts";
import { isIncomplete } from "./conditions.ts";
import { identityFault, identityOf } from "./identity.ts";
import { accountOf, presentStaff, presentStaffs } from "./present.ts";
import { staffTable } from "./tables.ts";

const isIn = (states: readonly StaffState[]) => sql<boolean>`store_staff.state = any(${[...states]}::text[])`;
const unless = (condition: RawBuilder<boolean>, wanted: boolean) =>
  wanted ? condition : sql<boolean>`not ${condition}`;

const filters = filtersOf(contract.listStaff, staffTable, {
  // One state is asked for as such, which an index by position and state follows in the order of the list.
  tab: (tab) => (tab === "CHANGING" ? isIn(["MOVING", "LEAVING"]) : is("state", tab)),
  name: (name) => contains("name", name),
  orgId: (id) => sql<boolean>`store_staff.store_id in (${organizationsUnder(id)})`,
  isIncomplete: (wanted) => unless(isIncomplete, wanted),
  isOutOfStep: (wanted) => unless(sql<boolean>`store_staff.is_out_of_step`, wanted),
});

export const listStaff = list(contract.listStaff, staffTable, {
  where: filters,
  orderBy: ["updatedAt", "desc"],
  present: presentStaffs,
  sheet: contract.staffSheet,
});

const states = staffStates.schema.options;

export const countStaff = reads(contract.countStaff, async (tx, { query }) => {
  const where = await filters(tx, query);
  const counted = await countBy(tx, staffTable, { column: "state", values: states, where });
  return counted.map(({ value: state, ...rest }) => ({ state, ...rest }));
});

const NO_SEATS = { quota: 0, occupied: 0, reserved: 0, vacancy: 0 };

export const listStaffPositions = reads(contract.listStaffPositions, async (tx, { query: { storeId, day } }) => {
  const shown = [...(await storePositions(tx)).values()].filter(({ isShown }) => isShown);
  if (!storeId) return shown.map(({ positionCode, name }) => ({ positionCode, name, ...NO_SEATS }));
  const { storeType } = await requireRecord(tx, storeTable, storeId);
  const known = await lookupPositions(
    tx,
    shown.map(({ positionCode }) => positionCode),
  );
  const cells = (await headcountsAt(tx, [storeId], day ?? dayOf(tx.now))).get(storeId) ?? [];
  const orgType = storeType === "DELIVERY" ? "DELIVERY" : "STORE";
  return shown.flatMap(({ positionCode, name }) => {
    const orgTypes = known.get(positionCode)?.orgTypes ?? [];
    if (orgTypes.length > 0 && !orgTypes.includes(orgType)) return [];
    const seats = cells.find((cell) => cell.positionCode === positionCode) ?? NO_SEATS;
    return { ...seats, positionCode, name };
  });
});

export const listStaffStores = reads(contract.listStaffStores, async (tx, { query: { day } }) => {
  const stores = await db(tx)
    .selectFrom("store")
    .select(["id", "storeCode", "name", "cityCode"])
    .where(inScope(tx, storeTable))
    .where("state", "<>", "CLOSED")
    .where("operateMode", "=", "DIRECT")
    .orderBy("storeCode")
    .orderBy("id")
    .execute();
  const ids = stores.map(({ id }) => id);
  const places = await lookupOrganizations(tx, ids);
  const codes = stores.flatMap(({ cityCode }) => cityCode ?? []);
  const cities = await refNames(tx, CityRef, codes);
  const seats = await storeSeatsAt(tx, ids, day ?? dayOf(tx.now));
  return stores.map(({ id, storeCode, name, cityCode }) => {
    const regionOrgName = places.get(id)?.regionOrgName ?? null;
    return { id, storeCode, name, regionOrgName, cityName: cities.get(cityCode ?? "") ?? null, ...seats(id) };
  });
});

const MOST_OPTIONS = 50;

export const listStaffOptions = reads(contract.listStaffOptions, async (tx, { query }) => {
  const found = await db(tx)
    .selectFrom("storeStaff")
    .selectAll()
    .where(inScope(tx, staffTable))
    .where("state", "=", "IN_POST")
    .where(optionIs(query))
    .orderBy("name")
    .orderBy("id")
    .limit(MOST_OPTIONS)
    .execute();
  return presentStaffs(tx, found);
});

function optionIs({ storeId, keyword }: QueryOf<typeof contract.listStaffOptions>): RawBuilder<boolean> {
  const isThere = storeId ? sql<boolean>`store_id = ${storeId}` : sql<boolean>`true`;
  return keyword ? sql<boolean>`${isThere} and (strpos(name, ${keyword}) > 0 or staff_no = ${keyword})` : isThere;
}

export const getStaff = get(contract.getStaff, staffTable, presentStaff);

const LATEST = { pageNo: 1, pageSize: 10 } as const;

export const getStaffAccount = reads(contract.getStaffAccount, async (tx, { params }) => {
  const staff = await requireRecord(tx, staffTable, params.id);
  const { userId, state } = staff;
  const planned = state === "TO_JOIN" ? await plannedFor(tx, staff) : { plan: null, refusal: null };
  if (userId === null) return { ...planned, account: "NONE" as const, posts: [], logins: [] };
  const account = accountOf(staff, (await lookupPeople(tx, [userId])).get(userId));
  const posts = await postsOf(tx, userId);
  const { list: logins } = await loginsOf(tx, userId, LATEST);
  return { ...planned, account, posts, logins };
});

async function plannedFor(tx: Tx, staff: Parameters<typeof identityOf>[1]) {
  try {
    return { plan: (await planAccount(tx, identityOf(tx, staff))).kind, refusal: null };
  } catch (refusal) {
    if (!(refusal instanceof BusinessError)) throw refusal;
    return { plan: null, refusal: refusal.message };
  }
}

/** Each look is logged; whoever guesses gets no answer (PF-R104). */
export const checkStaff = reads(contract.checkStaff, async (tx, { query: { phone } }) => {
  const typed = { table: staffTable, field: "phone", text: phone };
  const fault = await checkNewcomer(tx, typed, () => identityFault(tx, { phone, idNo: null }));
  return { refusal: fault?.message ?? null };
});
