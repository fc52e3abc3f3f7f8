import { changePromise, orderStates } from "@ops/order/contract";
import { partsOf } from "@ops/platform/web";
import { orderAct } from "../order/order-act.ts";

const PromiseEvidence = partsOf(() => import("./PromiseEvidence.tsx")).inside("PromiseEvidence");

/** 变更承诺: the customer's word moves the promise, the brand's only what is expected (OR-R6). */
export const promiseAction = orderAct({
  label: "变更承诺",
  needs: changePromise,
  when: ({ state, promiseEffective }) => orderStates.can(state, "note") && promiseEffective !== null,
  okText: "变更",
  done: "承诺已变更！",
  fields: ["party", "day", "reason", "fileIds"],
  start: () => ({ fileIds: [] }),
  useSpecial: ({ promiseEffective }) => ({
    party: "客户原因：承诺交付日改为新的日期，须上传凭证；品牌原因：承诺不变，只更新预计交付",
    day: `当前承诺交付日 ${promiseEffective}`,
    fileIds: <PromiseEvidence key="fileIds" />,
  }),
});
