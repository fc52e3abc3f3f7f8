import { sheet } from "@ops/platform/contract";
import { listStaff } from "./calls.ts";

export const staffSheet = sheet({
  key: "store.staff",
  name: "门店人员",
  list: listStaff,
  path: "/store/v1/staff/export",
  permission: "store:staff:export",
  columns: {
    staffNo: true,
    name: true,
    phone: true,
    storeName: { width: 24 },
    positionName: true,
    employType: true,
    source: true,
    state: true,
    entryDate: true,
    inPostOn: true,
    leaveOn: true,
    leaveType: true,
    account: true,
    mentorName: true,
    isOutOfStep: true,
  },
});
