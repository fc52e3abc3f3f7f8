import { overlayOf } from "@ops/platform/web";
import { getProject } from "@ops/store/contract";
import { ProjectDrawer } from "./project/ProjectDrawer.tsx";
import { fillProjects } from "./verification/fill-projects.ts";

fillProjects();

const ProjectOfAddress = overlayOf("storeProject", getProject, ProjectDrawer);

export default ProjectOfAddress;
