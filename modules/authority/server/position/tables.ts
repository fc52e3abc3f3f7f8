import { listPositions } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";
import { organizationTypes } from "../dictionaries.ts";

export const positions = table("position", {
  entity: "职位",
  scope: { unscoped: "positions are the same for the whole brand" },
  read: listPositions.permission,
  number: "code",
  labels: {
    code: "职位编码",
    name: "职位名称",
    orgTypes: "适用组织类型",
    defaultRoleIds: "默认角色",
    rank: "职级",
    status: "状态",
  },
  words: {
    orgTypes: Object.fromEntries(organizationTypes.entries),
    status: { ENABLED: "启用", DISABLED: "停用" },
  },
});
export type PositionRow = RowOf<typeof positions>;
