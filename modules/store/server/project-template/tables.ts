import { ProjectManagerShape, ProjectTemplateShape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const projectTemplates = tableOf(ProjectTemplateShape, {
  scope: { unscoped: "templates are the same for the whole brand" },
});
export type ProjectTemplateRow = RowOf<typeof projectTemplates>;

export const projectManagers = tableOf(ProjectManagerShape, {
  scope: { unscoped: "who manages projects where is the same for the whole brand" },
});
export type ProjectManagerRow = RowOf<typeof projectManagers>;
