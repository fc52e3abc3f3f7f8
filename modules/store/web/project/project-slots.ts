import { slot } from "@ops/platform/web";
import type { ProjectDetail } from "@ops/store/contract";

/** Tabs that higher rooms put into the drawer of a project. */
export const projectTabs = slot<{ readonly record: ProjectDetail }>();
