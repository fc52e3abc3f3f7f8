import {
  batchDisable,
  batchEnable,
  batchGrant,
  batchMove,
  batchRevoke,
  type User,
  userStates,
} from "@ops/authority/contract";

type Typed = Record<string, unknown>;
const none = () => ({});
const isHere = ({ status }: User) => status !== "LEFT";

/** The actions that are possible on many people at once. */
export const batchKinds = {
  disable: {
    word: "停用",
    when: ({ status }: User) => userStates.can(status, "disable"),
    calls: batchDisable,
    consequence: "停用后这些用户会立即退出登录，且无法再登录；可在下载中心撤销。",
    valuesOf: none,
  },
  enable: {
    word: "启用",
    when: ({ status }: User) => userStates.can(status, "enable"),
    calls: batchEnable,
    consequence: "启用后这些用户可以重新登录；休眠的账号须先修改密码。",
    valuesOf: none,
  },
  grant: {
    word: "授予角色",
    when: isHere,
    calls: batchGrant,
    consequence: "角色授予到每个人的主任职，两秒内生效。",
    valuesOf: ({ roleIds, validTo = null }: Typed) => ({ roleIds, validTo }),
  },
  revoke: {
    word: "收回角色",
    when: isHere,
    calls: batchRevoke,
    consequence: "从每个人的全部任职收回所选角色，两秒内生效；职位带入的角色不能收回。",
    valuesOf: ({ roleIds }: Typed) => ({ roleIds }),
  },
  move: {
    word: "调整组织",
    when: isHere,
    calls: batchMove,
    consequence: "每个人的主任职今天结束，改到目标组织任职；原任职的角色失效，新职位的角色自动带入。",
    valuesOf: ({ organizationId, positionId = null }: Typed) => ({ organizationId, positionId }),
  },
} as const;
export type BatchKind = keyof typeof batchKinds;
