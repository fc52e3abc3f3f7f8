import { stateMachine } from "@ops/platform/contract";

/** The life of a store (section 3.1). */
export const storeStates = stateMachine({
  code: "STORE",
  entity: "门店",
  initial: "PREPARING",
  states: {
    PREPARING: "筹备中",
    TRIAL: "试营业",
    OPEN: "营业中",
    SUSPENDED: "暂停营业",
    CLOSED: "已闭店",
  },
  moves: {
    trial: { label: "试营业", from: ["PREPARING"], to: "TRIAL" },
    open: { label: "开业", from: ["PREPARING", "TRIAL"], to: "OPEN" },
    suspend: { label: "暂停营业", from: ["TRIAL", "OPEN"], to: "SUSPENDED" },
    resume: { label: "恢复营业", from: ["SUSPENDED"], to: "OPEN" },
    /** Goes back to where the store was suspended. */
    resumeTrial: { label: "恢复营业", from: ["SUSPENDED"], to: "TRIAL" },
    close: { label: "闭店", from: ["TRIAL", "OPEN", "SUSPENDED"], to: "CLOSED" },
    reopen: { label: "重新筹备", from: ["CLOSED"], to: "PREPARING" },
    /** Only a store that has not opened yet can be deleted. */
    remove: { label: "删除", from: ["PREPARING"], to: "PREPARING" },
  },
});
export type StoreState = keyof typeof storeStates.states;

/** The states in which a store does business. */
export const TRADING_STATES = ["TRIAL", "OPEN"] as const satisfies readonly StoreState[];

export const isTrading = (state: StoreState): boolean => TRADING_STATES.some((one) => one === state);
