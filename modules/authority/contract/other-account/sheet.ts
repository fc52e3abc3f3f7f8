import { sheet } from "@ops/platform/contract";
import { listOtherAccounts } from "./calls.ts";
import { otherAccountStates } from "./states.ts";

export const otherAccountSheet = sheet({
  key: "authority.otherAccount",
  name: "第三方账号",
  list: listOtherAccounts,
  path: "/user/v1/other-accounts/export",
  permission: "authority:otherAccount:export",
  columns: {
    externalName: { width: 20 },
    platform: true,
    externalId: { width: 20 },
    status: {
      width: 28,
      show: ({ status, conflictReason }) =>
        [otherAccountStates.label(status), conflictReason].filter(Boolean).join("："),
    },
    userName: true,
    primaryPost: { width: 30 },
    bindKind: true,
    boundAt: true,
    lastUsedAt: true,
    createdAt: true,
  },
});
