import { percentage, sheet } from "@ops/platform/contract";
import { callName } from "../rights/permission.ts";
import { listInterfaces, openCallNames } from "./calls.ts";
import { interfaceStates } from "./states.ts";

export const interfaceSheet = sheet({
  key: "authority.interface",
  name: "接口目录",
  list: listInterfaces,
  path: "/user/v1/interfaces/export",
  permission: "authority:interface:export",
  columns: {
    path: { title: "接口", width: 48, show: callName },
    name: { title: "名称", width: 20 },
    permissionCode: { title: "权限点", width: 32, words: openCallNames },
    status: {
      title: "状态",
      show: ({ status, sensitive, isIdle }) =>
        [interfaceStates.label(status), sensitive && "敏感", isIdle && "闲置"].filter(Boolean).join(" "),
    },
    roleCount: "授权角色",
    clientCount: "接口账号",
    calls7d: "近7天调用",
    errors7d: {
      title: "错误率",
      width: 10,
      show: ({ errors7d, calls7d }) => (calls7d > 0 ? percentage(errors7d, calls7d) : null),
    },
    p95Ms: "P95(ms)",
    lastCalledAt: "最近调用",
    service: "服务",
    ratePerMin: "每分钟上限",
    firstSeenAt: "首次出现",
  },
  filters: {
    keyword: "路径/名称",
    service: "服务",
    method: "方法",
    permissionCode: "权限点",
    status: { title: "状态", words: interfaceStates.states },
    sensitive: "敏感",
    idle: "闲置",
  },
});
