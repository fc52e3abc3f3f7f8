import { boundedText, callsOf } from "@ops/platform/contract";
import { z } from "zod";
import { organizationType } from "../organization/shape.ts";
import { Position, PositionShape } from "./shape.ts";

const frame = {
  path: "/user/v1/positions",
  page: "/AuthorityManagement/OrgManagement",
  answer: Position,
  view: "authority:position:list",
  edit: "authority:position:edit",
} as const;
const calls = callsOf(PositionShape, frame);
const written = PositionShape.pick("name", "orgTypes", "defaultRoleIds", "rank");

export const listPositions = calls.list(
  PositionShape.query({
    is: ["status"],
    more: { keyword: boundedText("关键字", 50).optional(), orgType: organizationType.optional() },
  }),
);
export const createPosition = calls.create({ ...PositionShape.pick("code"), ...written });
export const editPosition = calls.edit({ ...written, ...PositionShape.pick("status") });
export const removePosition = calls.remove();

/** The roles that the operator may make defaults of a position. */
export const listPositionRoles = calls.beside("role-options", "职位可选角色", {
  permission: frame.edit,
  answer: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
});
