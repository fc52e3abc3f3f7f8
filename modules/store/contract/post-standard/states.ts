import { stateMachine } from "@ops/platform/contract";

/** 岗位标准: a version is written, goes online, and retires when the next one does (section 3.5). */
export const standardStates = stateMachine({
  code: "STORE",
  entity: "岗位标准",
  initial: "DRAFT",
  states: { DRAFT: "草稿", ONLINE: "已上线", RETIRED: "已下线" },
  moves: {
    publish: { label: "上线", from: ["DRAFT"], to: "ONLINE" },
    retire: { label: "下线", from: ["ONLINE"], to: "RETIRED" },
  },
});

export const standardSides = { UP: "上岗标准", DOWN: "下岗标准" } as const;

export const standardKinds = {
  COURSE: "课程",
  EXAM: "考试",
  PRACTICE: "实操",
  PAPER: "证书",
  MONTHS: "任职时长",
  RED_LINE: "红线",
} as const;
