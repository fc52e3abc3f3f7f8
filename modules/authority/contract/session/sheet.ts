import { sheet } from "@ops/platform/contract";
import { listLoginLogs, listSessions, placeOf } from "./calls.ts";

const place = { width: 24, show: placeOf };

export const sessionSheet = sheet({
  key: "authority.session",
  name: "在线会话",
  list: listSessions,
  path: "/user/v1/sessions/export",
  permission: "authority:session:export",
  columns: {
    userName: true,
    staffNo: true,
    organizationName: { width: 28 },
    loginKindName: true,
    deviceName: { width: 24 },
    ip: place,
    createdAt: true,
    lastSeenAt: true,
  },
});

/** An export of the log needs a reason (section 8). */
export const loginLogSheet = sheet({
  key: "authority.loginLog",
  name: "登录日志",
  list: listLoginLogs,
  path: "/user/v1/login-logs/export",
  permission: "authority:loginLog:export",
  asksReason: true,
  columns: {
    occurredAt: true,
    identity: true,
    userName: true,
    kind: true,
    result: true,
    detail: { width: 32 },
    ip: place,
    device: { width: 24 },
  },
});
