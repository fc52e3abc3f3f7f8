import { useMay, useOpened } from "@ops/platform/web";
import { getProject } from "@ops/store/contract";
import { ProjectDrawer } from "./project/ProjectDrawer.tsx";
import { fillProjects } from "./verification/fill-projects.ts";

fillProjects();

/** Opens a project over any page whose address has `?storeProject=`, as requests in 待我审批 do. */
export default function ProjectOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("storeProject");
  return drawer && may(getProject) ? <ProjectDrawer {...drawer} /> : null;
}
