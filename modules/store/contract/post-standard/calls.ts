import { actsOf, businessErrors, callsOf } from "@ops/platform/contract";
import { PostStandard, PostStandardShape, standardContent, standardFrame } from "./shape.ts";
import { standardStates } from "./states.ts";

export const standardErrors = businessErrors("STORE", {
  standardOnline: "岗位标准已上线，请新建版本",
  standardDraft: "该岗位已有草稿版本，请先编辑或上线",
  standardEmpty: "请至少配置一条上岗标准",
  standardWeight: "上岗标准的权重之和须为100（当前{n}）",
});

const calls = callsOf(PostStandardShape, standardFrame);
const lists = callsOf(PostStandardShape, { ...standardFrame, answer: PostStandard, view: "store:postStandard:list" });

/** The versions of all positions, the latest first. */
export const listPostStandards = lists.list(
  PostStandardShape.query({ is: ["positionCode", "state"], sort: ["updatedAt"] }),
);
export const getPostStandard = calls.get();

/** The first version of a position, or the next one. */
export const createPostStandard = calls.create({ ...PostStandardShape.pick("positionCode"), ...standardContent });
export const editPostStandard = calls.edit(standardContent);

export const standardActs = actsOf(
  standardStates,
  { ...standardFrame, row: PostStandard, number: ({ positionName, ver }) => `${positionName} V${ver}` },
  {
    /** The version before retires with it. */
    publish: {
      permission: "store:postStandard:publish",
      audit: "上线岗位标准",
      risk: "HIGH",
      primary: true,
      confirm: ({ positionName, ver }) => `上线「${positionName}」V${ver}？原版本将同时下线`,
      done: "已上线！",
    },
  },
);
export const { publish: publishPostStandard } = standardActs.endpoints;
