import ProjectPage from "./project/ProjectsPage.tsx";
import { fillProjects } from "./verification/fill-projects.ts";

fillProjects();

export default ProjectPage;
