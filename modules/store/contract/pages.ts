import { pageData } from "@ops/platform/contract";

/** A person of an own store. */
export const StaffDetailPage = pageData("/StoreManage/StaffManagementDetail/{data}", { view: { id: "id" } });

/** The form of a person: a new one, an edited one, or somebody who comes back. */
export const StaffFormPage = pageData("/StoreManage/StaffManagementCreate/{data}", {
  create: {},
  edit: { id: "id" },
  rehire: { id: "id" },
});

export const TrainStandardsPage = pageData("/StoreManage/StoreProject2/trainStandardSettings/{data}", { edit: {} });

/** The form of a project, its progress, and who manages projects. */
export const ProjectFormPage = pageData("/StoreManage/StoreProject1/edit/{data}", { create: {}, edit: { id: "id" } });
export const ProjectProgressPage = pageData("/StoreManage/StoreProject2/progressEdit/{data}", { edit: { id: "id" } });
export const ProjectManagersPage = pageData("/StoreManage/StoreProject2/projectManagerSettings/{data}", { edit: {} });
