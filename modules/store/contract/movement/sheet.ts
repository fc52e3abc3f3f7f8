import { sheet } from "@ops/platform/contract";
import { listMovements } from "./calls.ts";

export const movementSheet = sheet({
  key: "store.movements",
  name: "异动单",
  list: listMovements,
  path: "/store/v1/movements/export",
  permission: "store:movement:export",
  columns: {
    movementNo: true,
    staffName: true,
    staffNo: true,
    kind: true,
    fromStoreName: { width: 24 },
    fromPositionName: true,
    toStoreName: { width: 24 },
    toPositionName: true,
    effectiveDate: true,
    reason: { width: 30 },
    state: true,
    failure: { width: 30 },
    createdByName: true,
    updatedAt: true,
  },
});
