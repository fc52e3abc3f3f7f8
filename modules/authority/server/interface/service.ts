import type { Endpoint } from "@ops/platform/contract";
import {
  acting,
  changeRecord,
  contains,
  list,
  lockRecord,
  presentOne,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import type { z } from "zod";
import * as contract from "../../contract/index.ts";
import { interfaceErrors, interfaceSheet } from "../../contract/index.ts";
import { interfaceIdleDays } from "../params.ts";
import { bumpRights } from "../rights/bump.ts";
import { countPeople, countRoles, grantingRoles } from "./access.ts";
import { countClients } from "./count-clients.ts";
import { asksForNoCode, contractFields, keyOf } from "./described.ts";
import { isProtected, refuseDisabling, refuseLimit } from "./protected.ts";
import { type InterfaceRow, interfaces } from "./tables.ts";
import { daysAgo, usageOf } from "./usage.ts";

const shown = presentOne(present);

export const listInterfaces = list(contract.listInterfaces, interfaces, {
  where: {
    keyword: matches,
    idle: (isWanted, tx) => sql<boolean>`${isWanted ? sql`` : sql`not`} ${isIdle(tx)}`,
  },
  orderBy: ["path", "asc"],
  present,
  sheet: interfaceSheet,
});

export const getInterface = reads(contract.getInterface, async (tx, { params: { id } }) => {
  const row = await requireRecord(tx, interfaces, id);
  const declared = findDeclared(tx, row);
  return {
    ...(await shown(tx, row)),
    fields: declared ? contractFields(declared) : [],
    ...(await grantingRoles(tx, row)),
    peopleCount: await countPeople(tx, row),
  };
});

const findDeclared = ({ endpoints }: Tx, row: InterfaceRow): Endpoint | undefined =>
  endpoints.find((one) => keyOf(one) === keyOf(row));

export const editInterface = writes(
  contract.editInterface,
  async (tx, { params: { id }, body: { version, ...changes } }) => {
    const row = await lockRecord(tx, interfaces, id, version, shown);
    if (changes.logBody && findDeclared(tx, row)?.secret) throw interfaceErrors.secretBody();
    const { ratePerMin } = changes;
    if (ratePerMin !== null && ratePerMin !== row.ratePerMin) refuseLimit(tx, row, ratePerMin);
    const changed = await changeRecord(tx, interfaces, row, changes);
    await tx.invalidate("interfaces");
    return shown(tx, changed);
  },
);

/** Within two seconds after the commit, every node answers 该功能维护中. */
export const interfaceActing = acting(contract.interfaceActs, interfaces, {
  present,
  on: {
    disable: (tx, row) => {
      refuseDisabling(tx, row);
      return {};
    },
  },
  after: { disable: tellNodes, enable: tellNodes },
});

async function tellNodes(tx: Tx): Promise<void> {
  await bumpRights(tx, []);
  await tx.invalidate("interfaces");
}

function matches(keyword: string): RawBuilder<boolean> | null {
  const named = contains("name", keyword);
  const addressed = contains("path", keyword);
  if (!named || !addressed) return null;
  return sql<boolean>`(${named.test(sql.ref("apiInterface.name"))} or ${addressed.test(sql.ref("apiInterface.path"))})`;
}

/** Selects interfaces that exist for longer than the configured number of days and were not called within it. */
function isIdle(tx: Tx): RawBuilder<boolean> {
  const since = daysAgo(tx.now, tx.param(interfaceIdleDays));
  return sql<boolean>`(api_interface.status <> 'REMOVED'
    and api_interface.first_seen_at < ${since}::date::timestamp at time zone 'Asia/Shanghai'
    and not exists (select 1 from interface_usage_daily u where u.interface_id = api_interface.id and u.day >= ${since}))`;
}

async function present(tx: Tx, rows: readonly InterfaceRow[]): Promise<z.input<typeof contract.Interface>[]> {
  const ids = rows.map(({ id }) => id);
  const usage = await usageOf(tx, ids);
  const clients = await countClients(tx, ids);
  const roles = await countRoles(
    tx,
    rows.map(({ permissionCode }) => permissionCode),
  );
  const idleBefore = tx.now.getTime() - tx.param(interfaceIdleDays) * 86_400_000;
  return rows.map((row) => {
    const used = usage(row.id);
    const lastSign = Math.max(used.lastCalledAt?.getTime() ?? 0, row.firstSeenAt.getTime());
    return {
      ...row,
      ...used,
      isProtected: isProtected(row),
      roleCount: asksForNoCode(row.permissionCode) ? null : (roles.get(row.permissionCode) ?? 0),
      clientCount: clients.get(row.id) ?? 0,
      isIdle: row.status !== "REMOVED" && lastSign < idleBefore,
    };
  });
}
