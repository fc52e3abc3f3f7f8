import { actsOf } from "@ops/platform/contract";
import { z } from "zod";
import { nodeFrame, Project, ProjectNodeShape, projectFrame } from "./shape.ts";
import { nodeStates, projectStates } from "./states.ts";

const PAUSE = "store:project:pause";

export const projectActs = actsOf(
  projectStates,
  { ...projectFrame, row: Project, number: "projectNo", requires: ["store:project:list"] },
  {
    start: {
      permission: "store:project:start",
      audit: "启动门店项目",
      primary: true,
      confirm: ({ projectNo }) => `启动项目${projectNo}？当前计划将成为第1版基线`,
      done: "项目已启动！",
    },
    pause: {
      permission: PAUSE,
      audit: "暂停门店项目",
      reason: true,
      consequence: () => "暂停期间节点不计逾期，不能填报进度。",
      done: "项目已暂停！",
    },
    resume: {
      permission: PAUSE,
      audit: "恢复门店项目",
      body: { isShifting: z.boolean().meta({ label: "顺延未完成节点" }) },
    },
    terminate: {
      permission: "store:project:terminate",
      audit: "终止门店项目",
      risk: "HIGH",
      reason: true,
      danger: true,
      consequence: () => "未完成的节点将取消，项目不能再启动。",
      done: "项目已终止！",
    },
  },
);
export const {
  start: startProject,
  pause: pauseProject,
  resume: resumeProject,
  terminate: terminateProject,
} = projectActs.endpoints;

export const nodeActs = actsOf(
  nodeStates,
  { ...nodeFrame, number: "name", requires: ["store:project:list"] },
  {
    submit: {
      permission: nodeFrame.edit,
      audit: "提交节点验收",
      body: ProjectNodeShape.optional("delayReason"),
    },
    waive: {
      permission: "store:node:waive",
      audit: "豁免节点",
      reason: true,
      when: ({ isMilestone }) => !isMilestone,
      consequence: ({ name }) => `「${name}」不再计入进度，后续节点不再等待它。`,
      done: "已豁免！",
    },
  },
);
export const { submit: submitNode, waive: waiveNode } = nodeActs.endpoints;
