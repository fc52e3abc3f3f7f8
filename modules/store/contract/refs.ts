import { refKind } from "@ops/platform/contract";

const store = {
  entity: "门店",
  hint: "门店名称或编码",
  page: { address: "/StoreManage/StoreList?id={id}", needs: "store:store:view" },
} as const;

/** A store in scope, in any state; closed ones are not offered. */
export const StoreRef = refKind("store", store);

/** A store in scope that is not closed, for fields that give it something. */
export const OpenStoreRef = refKind("openStore", store);

/** Any store that is not closed, whoever may see it: its name alone, for fields in which one store sends somebody to another. */
export const AnyStoreRef = refKind("anyStore", { entity: "门店", hint: "门店名称或编码" });

/** A region in which the caller may put a store of the brand. */
export const StoreRegionRef = refKind("storeRegion", { entity: "大区", hint: "请选择" });
