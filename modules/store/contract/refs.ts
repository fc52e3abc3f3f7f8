import { refKind } from "@ops/platform/contract";

/** A store that is not closed. */
export const StoreRef = refKind("store", {
  entity: "门店",
  hint: "门店名称或编码",
  page: { address: "/StoreManage/StoreList?id={id}", needs: "store:store:view" },
});
