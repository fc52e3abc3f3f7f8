import { businessErrors, endpoint, requiredText, version } from "@ops/platform/contract";
import { z } from "zod";
import { HEADCOUNT_PAGE } from "../site/words.ts";
import { StorePosition, StorePositionShape } from "./shape.ts";

const page = HEADCOUNT_PAGE;

export const positionErrors = businessErrors("STORE", {
  positionHidden: "岗位「{name}」未在门店启用",
  positionUnknown: "岗位编码「{code}」不存在",
});

/** Lists every position that people of stores and delivery centres may hold, by family and order. */
export const listStorePositions = endpoint({
  method: "GET",
  path: "/store/v1/positions",
  title: "岗位设置列表",
  permission: "store:position:list",
  page,
  answer: z.array(StorePosition),
});

/** The first time it sets the position up, without a version. */
export const editStorePosition = endpoint({
  method: "PUT",
  path: "/store/v1/positions/{code}",
  audit: "编辑岗位设置",
  permission: "store:position:edit",
  page,
  params: z.object({ code: requiredText("岗位编码", 30) }),
  body: z.strictObject({
    ...StorePositionShape.pick("family", "sort", "isShown"),
    /** What is left out stays as it is. */
    ...StorePositionShape.optional("isCertRequired", "interviewRounds"),
    version: version.nullable(),
  }),
  answer: StorePosition,
});
