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
    path: { width: 48, show: callName },
    name: { width: 20 },
    permissionCode: { width: 32, words: openCallNames },
    status: {
      show: ({ status, sensitive, isIdle }) =>
        [interfaceStates.label(status), sensitive && "敏感", isIdle && "闲置"].filter(Boolean).join(" "),
    },
    roleCount: true,
    clientCount: true,
    calls7d: true,
    errors7d: {
      width: 10,
      show: ({ errors7d, calls7d }) => (calls7d > 0 ? percentage(errors7d, calls7d) : null),
    },
    p95Ms: true,
    lastCalledAt: true,
    service: true,
    ratePerMin: true,
    firstSeenAt: true,
  },
});
