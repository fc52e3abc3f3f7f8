import { sheet } from "@ops/platform/contract";
import { bindKinds, listOtherAccounts, otherAccountStates } from "./calls.ts";

export const otherAccountSheet = sheet({
  key: "authority.otherAccount",
  name: "第三方账号",
  list: listOtherAccounts,
  path: "/user/v1/otherAccounts/export",
  permission: "authority:otherAccount:export",
  columns: {
    externalName: { title: "外部名称", width: 20 },
    platform: "平台",
    externalId: { title: "外部账号", width: 20 },
    status: {
      title: "状态",
      width: 28,
      show: ({ status, conflictReason }) =>
        [otherAccountStates.label(status), conflictReason].filter(Boolean).join("："),
    },
    userName: "用户",
    primaryPost: { title: "组织(职位)", width: 30 },
    bindKind: { title: "绑定方式", words: bindKinds },
    boundAt: "绑定时间",
    lastUsedAt: "最近使用",
    createdAt: "创建时间",
  },
  filters: {
    keyword: "关键字",
    platform: "平台",
    status: { title: "状态", words: otherAccountStates.states },
    bindKind: { title: "绑定方式", words: bindKinds },
    userId: "用户",
  },
});
