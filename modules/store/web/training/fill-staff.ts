import { partsOf } from "@ops/platform/web";
import { listTrainings } from "@ops/store/contract";
import { staffPageTabs } from "../staff/staff-slots.ts";

const TrainingsTab = partsOf(() => import("./TrainingsTab.tsx")).standing("TrainingsTab");

/** Puts training into the page of a person. */
export function fillTrainings(): void {
  staffPageTabs.fill({ key: "trainings", title: "培训", order: 6, needs: listTrainings, Body: TrainingsTab })();
}
