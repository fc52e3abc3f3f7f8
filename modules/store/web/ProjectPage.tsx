import ProjectsPage from "./project/ProjectsPage.tsx";
import { fillProjects } from "./verification/fill-projects.ts";

fillProjects();

export default ProjectsPage;
