import { businessErrors } from "@ops/platform/contract";

/** Refusals about the life of a store: `STORE_…`. */
export const openingErrors = businessErrors("STORE", {
  openNotReady: "开业条件未满足：{list}",
  closeBlocked: "存在未结业务：{list}",
  partnerStopped: "合作伙伴{name}已暂停，不能{act}",
  resumeDay: "预计恢复日期须在明天至180天内",
});
