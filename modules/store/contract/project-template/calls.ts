import { endpoint, recordId, version } from "@ops/platform/contract";
import { z } from "zod";
import { ProjectManager, ProjectManagerShape, ProjectTemplate, ProjectTemplateShape } from "./shape.ts";
import { PROJECT_PAGE } from "./words.ts";

/** The latest version for each kind of project and type of store. */
export const listProjectTemplates = endpoint({
  method: "GET",
  path: "/store/v1/project-templates",
  title: "节点模板列表",
  permission: "store:template:list",
  page: PROJECT_PAGE,
  answer: z.array(ProjectTemplate),
});

export const saveProjectTemplate = endpoint({
  method: "PUT",
  path: "/store/v1/project-templates",
  audit: "保存节点模板",
  permission: "store:template:edit",
  page: PROJECT_PAGE,
  body: z.strictObject({
    ...ProjectTemplateShape.pick("kind", "storeType", "nodes", "checks"),
    /** The version that was changed; 0 for the first one. */
    ver: z.int().min(0).max(9_999).meta({ label: "模板版本" }),
  }),
  answer: ProjectTemplate,
});

export const listProjectManagers = endpoint({
  method: "GET",
  path: "/store/v1/manager-settings",
  title: "项目经理设置列表",
  permission: "store:managerSetting:list",
  page: PROJECT_PAGE,
  answer: z.array(ProjectManager),
});

export const saveProjectManager = endpoint({
  method: "PUT",
  path: "/store/v1/manager-settings/{userId}",
  audit: "保存项目经理设置",
  permission: "store:managerSetting:edit",
  page: PROJECT_PAGE,
  params: z.object({ userId: recordId }),
  body: z.strictObject({
    ...ProjectManagerShape.pick("regionOrgIds", "cityCodes", "kinds", "maxActive", "validFrom", "validTo", "isEnabled"),
    /** Null for a person without a setting. */
    version: version.nullable(),
  }),
  answer: ProjectManager,
});
