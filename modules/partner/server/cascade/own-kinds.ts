import { apiClientsBelow, restartApiClient, stopApiClient } from "@ops/authority/server";
import type { Tx } from "@ops/platform/server";
import {
  allFlags,
  type FreezeSource,
  freezeSources,
  type PartnerFlag,
  partnerFlags,
  STAFF_PAGE,
} from "../../contract/index.ts";
import { switchFlagsOff, switchFlagsOn } from "../contract/apply-terms.ts";
import { freezeStaff, setStaffReadOnly, unfreezeStaff } from "../staff/account/freeze.ts";
import { lockAnew, lockSeats, staffOfPartner } from "../staff/find.ts";
import type { StaffRow } from "../staff/tables.ts";
import type { CascadeItem, CascadeKind, TouchedItem } from "./kinds.ts";

export const accountsKind = "partner.accounts";
const SOURCE: FreezeSource = "PARTNER_SUSPEND";

/** 权限开关: everything that the contract allows stops at once. No other action is possible. */
export const flags: CascadeKind = {
  kind: "partner.flags",
  label: "权限开关",
  actions: [{ action: "OFF", label: "全部关闭，门店与人员退出分配" }],
  defaultAction: "OFF",
  isAtOnce: true,
  list: async (_tx, partner) => [{ id: partner.id, label: flagWords(partner.flags) || "当前无已开通权限" }],
  act: async (tx, { partner, source, reason }) => {
    const before = await lockSeats(tx, partner.id);
    // all flags, because a contract that begins meanwhile must not switch one on
    const after = await switchFlagsOff(tx, before, { source, flags: allFlags, reason });
    return { before: { flags: before.flags }, after: { flags: after.flags } };
  },
  restore: async (tx, { partner, source, before }) => {
    const after = await switchFlagsOn(tx, await lockSeats(tx, partner.id), source);
    const lost = allFlags.filter((flag) => listOf(before["flags"]).includes(flag) && !after.flags.includes(flag));
    return lost.length === 0 ? "RESTORED" : `${flagWords(lost)}因合同变化或其他原因仍关闭`;
  },
};

/** Lists the names of flags in one line. */
const flagWords = (named: readonly PartnerFlag[]) => named.map((flag) => partnerFlags[flag]).join("、");

/** 员工账号: frozen with their sessions ended, or left read-only. */
export const accounts: CascadeKind = {
  kind: accountsKind,
  label: "员工账号",
  actions: [
    { action: "FREEZE", label: "冻结账号并结束会话" },
    { action: "READ_ONLY", label: "保留为只读" },
  ],
  defaultAction: "FREEZE",
  exitAction: "READ_ONLY",
  listedAt: ({ id }) => ({ route: STAFF_PAGE, filters: { partnerId: id, state: "ACTIVE" } }),
  list: async (tx, { id }) => {
    const people = await staffOfPartner(tx, id);
    const usable = people.filter(({ userId, state }) => userId !== null && state === "ACTIVE");
    return usable.map(({ id, name, staffNo }) => ({ id, label: `${name}（${staffNo}）` }));
  },
  act: async (tx, item, action) => {
    const before = await staffOf(tx, item);
    const after =
      action === "READ_ONLY" ? await setStaffReadOnly(tx, before, true) : await freezeStaff(tx, before, SOURCE);
    return { before: factsOf(before), after: factsOf(after) };
  },
  restore: (tx, item) => (item.action === "READ_ONLY" ? giveBack(tx, item) : unfreezeAccount(tx, item)),
};

/** 接口账号: programs of the partner's organisations act for the partner, so they stop with it. */
export const programs: CascadeKind = {
  kind: "partner.apiClients",
  label: "接口账号",
  actions: [{ action: "STOP", label: "停用密钥" }],
  defaultAction: "STOP",
  list: async (tx, { orgId }) => {
    const clients = orgId === null ? [] : await apiClientsBelow(tx, orgId);
    return clients.map(({ id, name }) => ({ id, label: name }));
  },
  act: async (tx, { targetId, source }) => {
    const isStopped = await stopApiClient(tx, targetId, stopReasons[source]);
    return { before: { isInService: isStopped }, after: { isInService: false } };
  },
  restore: async (tx, { targetId, source, before }) => {
    if (before["isInService"] !== true) return "RESTORED"; // it was out of service before this suspension
    return (await restartApiClient(tx, targetId, stopReasons[source])) ? "RESTORED" : "接口账号已被启用或另行停用";
  },
};

const stopReasons = { SUSPEND: "伙伴暂停", EXIT: "伙伴清退" } as const;

async function unfreezeAccount(tx: Tx, item: TouchedItem): Promise<string> {
  const { before } = item;
  if (listOf(before["freezeSources"]).includes(SOURCE)) return "RESTORED"; // it was frozen before this suspension
  const staff = await staffOf(tx, item);
  if (staff.state === "LEFT") return "员工已离职";
  if (!staff.freezeSources.includes(SOURCE)) return "冻结已被解除";
  const after = await unfreezeStaff(tx, staff, SOURCE);
  const further = after.freezeSources.filter((source) => !listOf(before["freezeSources"]).includes(source));
  const words: Readonly<Record<string, string>> = freezeSources;
  return further.length === 0 ? "RESTORED" : `仍因${further.map((source) => words[source] ?? source).join("、")}冻结`;
}

async function giveBack(tx: Tx, item: TouchedItem): Promise<string> {
  if (item.before["isReadOnly"] === true) return "RESTORED"; // it was read-only before this suspension
  const staff = await staffOf(tx, item);
  if (staff.state === "LEFT") return "员工已离职";
  if (!staff.isReadOnly) return "只读已被解除";
  await setStaffReadOnly(tx, staff, false);
  return "RESTORED";
}

const factsOf = ({ freezeSources, isReadOnly }: StaffRow) => ({ freezeSources, isReadOnly });
const staffOf = (tx: Tx, { targetId }: CascadeItem) => lockAnew(tx, { id: targetId });
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
