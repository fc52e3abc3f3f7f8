import type { DictDeclaration } from "@ops/platform/contract";
import { cancelReasons } from "../contract/index.ts";

export const orderDictionaries: DictDeclaration[] = [
  {
    code: "order_cancel_reason",
    name: "退订原因",
    entries: Object.entries(cancelReasons),
    usedBy: [{ table: "order_cancel", column: "reason_code" }],
  },
];
