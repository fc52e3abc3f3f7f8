import type { CascadeKind } from "@ops/partner/server";
import { insertPastAudits, jobAudit, type Tx } from "@ops/platform/server";
import { isTrading, STORE_PAGE, storeStates, suspendStore, TRADING_STATES } from "../../contract/index.ts";
import { findRows } from "../database.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { lockStore, resumeTrading, suspendTrading } from "./change-state.ts";

const KEEP = "KEEP";

/** 营业门店 of a partner that stops: they are suspended with it, or go on (ST-R34). */
export const storesTrading: CascadeKind = {
  kind: "store.trading",
  label: "营业门店",
  actions: [
    { action: "SUSPEND", label: "暂停营业" },
    { action: KEEP, label: "保持营业" },
  ],
  defaultAction: "SUSPEND",
  exitAction: "SUSPEND",
  isAtOnce: true,
  headCode: suspendStore.permission,
  listedAt: ({ id }) => ({ route: STORE_PAGE, filters: { partnerId: id } }),
  list: async (tx, { id: partnerId }) => {
    const stores = await findRows(tx, "store", { partnerId, state: [...TRADING_STATES] }, "name", "id");
    return stores.map(({ id, name }) => ({ id, label: name }));
  },
  act: async (tx, { targetId, partner, reason }, action) => {
    const store = await lockStore(tx, targetId);
    if (!isTrading(store.state)) return null;
    if (action === KEEP) return { before: { state: store.state }, after: { state: store.state } };
    const words = `合作伙伴${partner.shortName}已暂停：${reason}`.slice(0, MOST_WORDS);
    const after = await suspendTrading(tx, store, { source: "PARTNER", reason: words, resumeOn: null });
    await logState(tx, store, after, words);
    return { before: { state: store.state }, after: { state: after.state } };
  },
  restore: async (tx, { targetId, action, partner }) => {
    if (action === KEEP) return "RESTORED";
    const store = await lockStore(tx, targetId);
    if (store.state !== "SUSPENDED" || store.suspendSource !== "PARTNER") return "门店已恢复营业、另行暂停或已闭店";
    await logState(tx, store, await resumeTrading(tx, store), `合作伙伴${partner.shortName}已恢复`);
    return "RESTORED";
  },
};

/** The column takes 200 of width, and a Chinese character counts two. */
const MOST_WORDS = 100;

/** The call is about the partner, so the entry in the log of the store is written here. */
async function logState(tx: Tx, before: StoreRow, after: StoreRow, reason: string): Promise<void> {
  const of = { bizType: storeTable.name, bizId: before.id };
  const [from, to] = [storeStates.label(before.state), storeStates.label(after.state)];
  await insertPastAudits(tx, [
    {
      ...jobAudit(tx, "store"),
      ...of,
      bizNo: before.storeCode,
      action: "store.trading",
      actionName: "随合作伙伴变更营业状态",
      summary: `${from} → ${to}`,
      diffs: [{ ...of, field: "state", label: "状态", before: from, after: to }],
      reason,
    },
  ]);
}
