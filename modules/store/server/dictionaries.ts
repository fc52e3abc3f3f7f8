import type { DictDeclaration } from "@ops/platform/contract";
import { storeTypes } from "../contract/index.ts";

export const storeDictionaries: DictDeclaration[] = [
  {
    code: "store_type",
    name: "门店类型",
    entries: Object.entries(storeTypes),
    usedBy: [{ table: "store", column: "store_type" }],
  },
];
