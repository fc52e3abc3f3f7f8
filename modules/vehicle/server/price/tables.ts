import { priceKinds, priceStates } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const prices = table("carPrice", {
  entity: "价格",
  scope: { unscoped: "the price book is the same for the whole brand" },
  number: "itemCode",
  labels: {
    kind: "价格类型",
    itemCode: "选装或颜色",
    amountFen: "金额（分）",
    effectiveFrom: "生效时间",
    effectiveTo: "失效时间",
    state: "状态",
  },
  words: { state: priceStates.states, kind: priceKinds },
});
export type PriceRow = RowOf<typeof prices>;

/** What only a published price has. */
export const unpublished = { publishedAt: null, publishedBy: null, displacedId: null, displacedEnd: null };
