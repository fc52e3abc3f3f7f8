import { sheet } from "@ops/platform/contract";
import { listLoginLogs, listSessions, placeOf } from "./calls.ts";

const place = { title: "地区 / IP", width: 24, show: placeOf };

export const sessionSheet = sheet({
  key: "authority.session",
  name: "在线会话",
  list: listSessions,
  path: "/user/v1/sessions/export",
  permission: "authority:session:export",
  columns: {
    userName: "姓名",
    staffNo: "工号",
    organizationName: { title: "组织", width: 28 },
    loginKindName: "登录方式",
    deviceName: { title: "设备", width: 24 },
    ip: place,
    createdAt: "登录时间",
    lastSeenAt: "最后活动",
  },
  filters: {
    keyword: "关键字",
    userId: "用户",
    organizationId: "组织",
    withChildren: "包含下级",
    createdAt: "登录时间",
  },
});

/** What leaves the logs leaves with a reason (section 8). */
export const loginLogSheet = sheet({
  key: "authority.loginLog",
  name: "登录日志",
  list: listLoginLogs,
  path: "/user/v1/loginLogs/export",
  permission: "authority:loginLog:export",
  asksReason: true,
  columns: {
    occurredAt: "时间",
    identity: "账号",
    userName: "姓名",
    kind: "方式",
    result: "结果",
    detail: { title: "说明", width: 32 },
    ip: place,
    device: { title: "设备", width: 24 },
  },
  filters: { keyword: "关键字", userId: "用户", kind: "方式", result: "结果", occurredAt: "时间" },
});
