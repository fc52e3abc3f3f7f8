import {
  batchDisable,
  batchEnable,
  batchGrant,
  batchMove,
  batchRevoke,
  type User,
  userStates,
} from "@ops/authority/contract";
import { call } from "@ops/platform/web";

export interface BatchValues {
  readonly reason?: string;
  readonly roleIds?: string[];
  readonly validTo?: string | null;
  readonly organizationId?: string | null;
  readonly positionId?: string | null;
}

const grantOf = ({ roleIds = [], validTo = null }: BatchValues) => ({ roleIds, validTo });
const moveOf = ({ organizationId, positionId = null }: BatchValues) => ({
  organizationId: organizationId ?? "",
  positionId,
});

const isHere = ({ status }: User) => status !== "LEFT";

/** What the batch bar of the user list offers; `preview` and `run` send one chunk of people. */
export const batchKinds = {
  disable: {
    word: "停用",
    when: ({ status }: User) => userStates.can(status, "disable"),
    needs: batchDisable.run,
    consequence: "停用后这些用户会立即退出登录，且无法再登录。",
    preview: (ids: string[]) => call(batchDisable.preview, { body: { ids } }),
    run: (ids: string[], { reason = "" }: BatchValues) => call(batchDisable.run, { body: { ids, reason } }),
  },
  enable: {
    word: "启用",
    when: ({ status }: User) => userStates.can(status, "enable"),
    needs: batchEnable.run,
    consequence: "启用后这些用户可以重新登录；休眠的账号须先修改密码。",
    preview: (ids: string[]) => call(batchEnable.preview, { body: { ids } }),
    run: (ids: string[], { reason = "" }: BatchValues) => call(batchEnable.run, { body: { ids, reason } }),
  },
  grant: {
    word: "授予角色",
    when: isHere,
    needs: batchGrant.run,
    consequence: "角色授予到每个人的主任职，两秒内生效。",
    preview: (ids: string[], values: BatchValues) => call(batchGrant.preview, { body: { ids, ...grantOf(values) } }),
    run: (ids: string[], { reason = "", ...values }: BatchValues) =>
      call(batchGrant.run, { body: { ids, ...grantOf(values), reason } }),
  },
  revoke: {
    word: "收回角色",
    when: isHere,
    needs: batchRevoke.run,
    consequence: "从每个人的全部任职收回所选角色，两秒内生效；职位带入的角色不能收回。",
    preview: (ids: string[], { roleIds = [] }: BatchValues) => call(batchRevoke.preview, { body: { ids, roleIds } }),
    run: (ids: string[], { reason = "", roleIds = [] }: BatchValues) =>
      call(batchRevoke.run, { body: { ids, roleIds, reason } }),
  },
  move: {
    word: "调整组织",
    when: isHere,
    needs: batchMove.run,
    consequence: "每个人的主任职今天结束，改到目标组织任职；原任职的角色失效，新职位的角色自动带入。",
    preview: (ids: string[], values: BatchValues) => call(batchMove.preview, { body: { ids, ...moveOf(values) } }),
    run: (ids: string[], { reason = "", ...values }: BatchValues) =>
      call(batchMove.run, { body: { ids, ...moveOf(values), reason } }),
  },
} as const;
export type BatchKind = keyof typeof batchKinds;
