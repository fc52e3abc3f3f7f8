import type { DictDeclaration } from "@ops/platform/contract";
import { postFamilies, storeTypes } from "../contract/index.ts";

export const storeDictionaries: DictDeclaration[] = [
  {
    code: "store_type",
    name: "门店类型",
    entries: Object.entries(storeTypes),
    usedBy: [
      { table: "store", column: "store_type" },
      { table: "headcount_template", column: "store_type" },
      { table: "train_standard", column: "store_type" },
    ],
  },
  {
    code: "store_post_family",
    name: "岗位族",
    entries: Object.entries(postFamilies),
    usedBy: [{ table: "store_position", column: "family" }],
  },
];
