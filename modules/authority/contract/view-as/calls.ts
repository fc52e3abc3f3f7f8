import { businessErrors, done, endpoint, moment, recordId } from "@ops/platform/contract";
import { z } from "zod";

/**
 * Shows the console as another person sees it, read-only and for half an hour (AU-R26). This holds for all tabs of the
 * session.
 */
export const startViewAs = endpoint({
  method: "POST",
  path: "/user/v1/view-as/start",
  audit: "开始视角预览",
  permission: "authority:viewAs:use",
  risk: "HIGH",
  requires: ["authority:user:list", "authority:user:view"],
  page: "/AuthorityManagement/UserManagement",
  body: z.object({
    userId: recordId.meta({ label: "用户" }),
    /** The post whose view is shown. It must be in force. */
    membershipId: z.uuid("请选择任职！").meta({ label: "任职" }),
  }),
  answer: z.object({ userName: z.string(), post: z.string(), endsAt: moment }),
});

/** Ends the view. It needs no permission, because a person who has just lost it must still be able to leave. */
export const endViewAs = endpoint({
  method: "POST",
  path: "/user/v1/view-as/end",
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
