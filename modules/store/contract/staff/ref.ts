import { pageData, refKind } from "@ops/platform/contract";

export const STAFF_PAGE = "/StoreManage/StaffManagement";

export const StaffDetailPage = pageData("/StoreManage/StaffManagementDetail/{data}", {
  view: { id: "id" },
});

/** The form of a person: a new one, an edited one, or somebody who comes back. */
export const StaffFormPage = pageData("/StoreManage/StaffManagementCreate/{data}", {
  create: {},
  edit: { id: "id" },
  rehire: { id: "id" },
});

/** A person of an own store, whatever the state. */
export const StaffRef = refKind("storeStaff", {
  entity: "人员",
  hint: "姓名 / 完整工号",
  page: { address: StaffDetailPage, needs: "store:staff:view" },
});
