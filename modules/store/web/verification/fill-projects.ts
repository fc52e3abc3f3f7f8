import { partsOf } from "@ops/platform/web";
import { projectTabs } from "../project/project-slots.ts";

const RoundsTab = partsOf(() => import("./RoundsTab.tsx")).standing("RoundsTab");

/** Puts the verifications into the drawer of a project. */
export function fillProjects(): void {
  projectTabs.fill({ key: "rounds", title: "验收流程", order: 10, Body: RoundsTab })();
}
