import { businessErrors, done, endpoint, moment, recordId } from "@ops/platform/contract";
import { z } from "zod";

/** Looks through somebody's eyes, read-only, for half an hour (AU-R26); the whole session does, with all its tabs. */
export const startViewAs = endpoint({
  method: "POST",
  path: "/user/v1/viewAs/start",
  audit: "开始视角预览",
  permission: "authority:viewAs:use",
  risk: "HIGH",
  requires: ["authority:user:list", "authority:user:detail"],
  page: "/AuthorityManagement/UserManagement",
  body: z.object({
    userId: recordId,
    /** At which post; one that is in force. */
    membershipId: z.uuid("请选择任职！").meta({ label: "任职" }),
  }),
  answer: z.object({ userName: z.string(), post: z.string(), endsAt: moment }),
});

/** Back to oneself. Asks for no code: whoever has just lost it must be able to leave. */
export const endViewAs = endpoint({
  method: "POST",
  path: "/user/v1/viewAs/end",
  audit: "结束视角预览",
  permission: "session",
  viewing: "own",
  answer: done,
});

export const viewAsErrors = businessErrors(
  "VIEW_AS",
  {
    self: "不能预览自己的视角",
    admin: "不能预览管理员视角",
    unusable: "该账号当前不能登录，无法预览：{reason}",
    post: "该任职未生效，无法预览",
    exceeds: "该用户的权限超出您自己的权限，不能预览：{name}",
  },
  ["exceeds"],
);
