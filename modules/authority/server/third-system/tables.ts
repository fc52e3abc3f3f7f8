import { launchKinds, listThirdSystems, thirdSystemStates } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const thirdSystems = table("thirdSystem", {
  entity: "第三方系统",
  scope: { unscoped: "the systems are the same for every organisation; roles decide who sees one" },
  read: listThirdSystems.permission,
  number: "code",
  labels: {
    code: "编码",
    name: "名称",
    description: "说明",
    launchKind: "跳转方式",
    launchUrl: "跳转地址",
    bindingPlatform: "要求绑定平台",
    givesPhone: "提供手机号",
    sort: "排序",
    status: "状态",
  },
  words: { status: thirdSystemStates.states, launchKind: launchKinds, givesPhone: { true: "是", false: "否" } },
});
export type ThirdSystemRow = RowOf<typeof thirdSystems>;
