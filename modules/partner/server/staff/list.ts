import { accountsIdleSince, loginsOf, organizationsBelow, partnerRoles } from "@ops/authority/server";
import type { QueryOf } from "@ops/platform/contract";
import {
  contains,
  countBy,
  exportsList,
  findByWhole,
  inScope,
  is,
  listPage,
  oneOf,
  reads,
  requireRecord,
  type Tx,
  wholeList,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import * as contract from "../../contract/index.ts";
import { type StaffState, staffSheet, staffStates } from "../../contract/index.ts";
import { requirePartner } from "../company/find.ts";
import { partners } from "../company/tables.ts";
import { db } from "../database.ts";
import { presentDetail, presentStaffs } from "./present.ts";
import { usedSeats } from "./seats.ts";
import { standsAs } from "./standing.ts";
import { staffs } from "./tables.ts";
import { takesStaff } from "./takes-staff.ts";

type Asked = Omit<QueryOf<typeof contract.listStaffs>, "pageNo" | "pageSize">;

export const listStaffs = reads(contract.listStaffs, async (tx, { query }) => {
  const page = await listPage(tx, staffs, query, await staffList(tx, query));
  return { ...page, list: await presentStaffs(tx, page.list) };
});

const states = Object.keys(staffStates.states) as StaffState[];

export const countStaffs = reads(contract.countStaffs, async (tx, { query }) => {
  const { where } = await staffList(tx, query);
  const counted = await countBy(tx, staffs, { column: "state", values: states, where });
  return counted.map(({ value: state, ...rest }) => ({ state, ...rest }));
});

/** The same people as a sheet, masked as the list is. */
export const staffExport = exportsList(staffSheet, async (tx, query) =>
  wholeList(tx, staffs, query, { ...(await staffList(tx, query)), show: presentStaffs }),
);

export const getStaff = reads(contract.getStaff, async (tx, { params }) => {
  return presentDetail(tx, await requireRecord(tx, staffs, params.id));
});

export const listStaffLogins = reads(contract.listStaffLogins, async (tx, { params, query }) => {
  const { userId } = await requireRecord(tx, staffs, params.id);
  return loginsOf(tx, userId, query);
});

/** What the list and its export show, and in which order. */
async function staffList(tx: Tx, query: Asked) {
  const { name, phone, staffNo, partnerId, storeId, positionCode, state, account, freezeSource, certStanding } = query;
  return {
    where: [
      contains("name", name),
      is("staffNo", staffNo),
      is("partnerId", partnerId),
      is("storeId", storeId),
      is("positionCode", positionCode),
      is("state", state),
      phone ? oneOf("id", await findByWhole(tx, staffs, "phone", phone)) : null,
      account ? accountIs[account] : null,
      freezeSource ? sql<boolean>`(${isFrozen} and partner_staff.freeze_sources @> array[${freezeSource}])` : null,
      certStanding ? standsAs(tx, certStanding) : null,
      query.lastLogin ? lastLoginIs(tx, query.lastLogin) : null,
    ],
    orderBy: ["createdAt", "desc"] as const,
  };
}

const isFrozen = sql<boolean>`partner_staff.freeze_sources <> '{}'`;
const isActive = sql<boolean>`partner_staff.state = 'ACTIVE'`;
/** The same words that `accountOf` gives a row. */
const accountIs: Readonly<Record<NonNullable<Asked["account"]>, RawBuilder<boolean>>> = {
  NONE: sql<boolean>`partner_staff.user_id is null`,
  USABLE: sql<boolean>`(${isActive} and not ${isFrozen} and not partner_staff.is_read_only)`,
  READ_ONLY: sql<boolean>`(${isActive} and not ${isFrozen} and partner_staff.is_read_only)`,
  FROZEN: sql<boolean>`(partner_staff.user_id is not null and ((${isActive} and ${isFrozen}) or partner_staff.state = 'LEAVING'))`,
  CLOSED: sql<boolean>`(partner_staff.user_id is not null and partner_staff.state not in ('ACTIVE', 'LEAVING'))`,
};

const DAY_MS = 86_400_000;

/** Sign-ins are authority's: it tells which accounts have been idle. */
function lastLoginIs(tx: Tx, asked: NonNullable<Asked["lastLogin"]>): RawBuilder<boolean> {
  const days = asked === "7" ? 7 : asked === "OVER_30" ? 30 : 60;
  const idle = accountsIdleSince(new Date(tx.now.getTime() - days * DAY_MS));
  const isIdle = sql<boolean>`partner_staff.user_id in (${idle})`;
  return asked === "7" ? sql<boolean>`(${isActive} and not ${isIdle})` : sql<boolean>`(${isActive} and ${isIdle})`;
}

export const listStaffPartners = reads(contract.listStaffPartners, async (tx) => {
  const found = await db(tx)
    .selectFrom("partner")
    .select(["id", "partnerNo", "shortName", "state", "accountLimit"])
    .where("orgId", "is not", null)
    .where(inScope(tx, partners))
    .orderBy("partnerNo")
    .execute();
  const used = await usedSeats(
    tx,
    found.map(({ id }) => id),
  );
  return found.map(({ id, partnerNo, shortName, state, accountLimit }) => ({
    id,
    partnerNo,
    shortName,
    takesStaff: takesStaff({ state }),
    seatsLeft: Math.max(0, accountLimit - (used.get(id) ?? 0)),
  }));
});

export const listStaffChoices = reads(contract.listStaffChoices, async (tx, { params }) => {
  const { orgId, kinds } = await requirePartner(tx, params.id);
  const stores = orgId === null ? [] : await organizationsBelow(tx, [orgId], "STORE");
  const roles = await partnerRoles(tx, kinds);
  return {
    stores: stores.map(({ id: storeId, code, name }) => ({ id: storeId, code, name })),
    roles: roles.map(({ id: roleId, name }) => ({ id: roleId, name })),
  };
});
