import { numberParam } from "@ops/platform/server";
import { DEFAULT_LIMITS } from "../../contract/index.ts";

const score = { group: "门店管理", min: 1, max: 100 };

export const passScore = numberParam("store.verify.passScore", DEFAULT_LIMITS.pass, {
  ...score,
  description: "项目验收达到该分数为通过",
});

export const conditionalScore = numberParam("store.verify.conditionalScore", DEFAULT_LIMITS.conditional, {
  ...score,
  description: "项目验收达到该分数为有条件通过，低于该分数为不通过",
});

export const verifyParams = [passScore, conditionalScore];
