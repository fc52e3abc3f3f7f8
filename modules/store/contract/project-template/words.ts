import { framesOf } from "@ops/platform/contract";

/** The page of projects. */
export const PROJECT_PAGE = "/StoreManage/StoreProject";
export const projectFrames = framesOf("/store/v1", PROJECT_PAGE);

export const projectKinds = { NEW: "新建", REBUILD: "改造", MOVE: "迁址", CLOSE: "闭店" } as const;
export type ProjectKind = keyof typeof projectKinds;

/** The stages of a project, in their order. */
export const projectStages = {
  SITE: "选址",
  DESIGN: "设计",
  BUILD: "施工",
  PEOPLE: "人员",
  TRAIN: "培训",
  ACCEPT: "验收",
  OPENING: "开业",
} as const;
export type ProjectStage = keyof typeof projectStages;

export const verificationKinds = { BUILD: "工程验收", IMAGE: "形象验收", OPENING: "开业验收" } as const;
export type VerificationKind = keyof typeof verificationKinds;
