import { refKind } from "@ops/platform/contract";
import { StaffDetailPage } from "../pages.ts";

/** A person of an own store, whatever the state. */
export const StaffRef = refKind("storeStaff", {
  entity: "人员",
  hint: "姓名 / 完整工号",
  page: { address: StaffDetailPage, needs: "store:staff:view" },
});
