import { actsOf } from "@ops/platform/contract";
import { StoreShape } from "../site/shape.ts";
import { storeStates } from "../site/states.ts";
import { Store, storeFrame } from "../store/shape.ts";

const OPEN = "store:store:open";
const SUSPEND = "store:store:suspend";

/** The life of a store (section 3.1). */
export const storeActs = actsOf(
  storeStates,
  { ...storeFrame, row: Store, number: "name", requires: ["store:store:list"] },
  {
    trial: {
      permission: OPEN,
      audit: "门店试营业",
      confirm: ({ name }) => `「${name}」开始试营业？`,
      done: "已开始试营业！",
    },
    open: {
      permission: OPEN,
      audit: "门店开业",
      primary: true,
      confirm: ({ name }) => `「${name}」正式开业？`,
      done: "已开业！",
    },
    suspend: {
      permission: SUSPEND,
      audit: "门店暂停营业",
      reason: true,
      body: StoreShape.required("resumeOn"),
      danger: true,
      done: "已暂停营业！",
    },
    resume: {
      permission: SUSPEND,
      audit: "门店恢复营业",
      confirm: ({ name }) => `「${name}」恢复营业？`,
      done: "已恢复营业！",
    },
    /** Refused while anything is open; the page shows it first (ST-R34). */
    close: {
      permission: "store:store:close",
      audit: "闭店",
      risk: "HIGH",
      reason: true,
      danger: true,
      done: "已闭店！",
    },
    reopen: {
      permission: "store:store:reopen",
      audit: "门店重新筹备",
      reason: true,
      done: "已恢复为筹备中！",
    },
  },
);
export const {
  trial: startTrial,
  open: openStore,
  suspend: suspendStore,
  resume: resumeStore,
  close: closeStore,
  reopen: reopenStore,
} = storeActs.endpoints;
