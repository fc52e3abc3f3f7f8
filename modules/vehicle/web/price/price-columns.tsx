import { instantOf } from "@ops/platform/contract";
import {
  type Column,
  DotText,
  type PageAction,
  removeAction,
  StateTag,
  serverNow,
  showMoney,
  useCall,
} from "@ops/platform/web";
import {
  type CarPrice,
  endPrice,
  type listPrices,
  priceStates,
  publishPrices,
  removePrice,
  withdrawPrice,
} from "@ops/vehicle/contract";
import { EndPriceDialog } from "./EndPriceDialog.tsx";
import { WithdrawPriceDialog } from "./WithdrawPriceDialog.tsx";

export const priceColumns: readonly Column<typeof listPrices>[] = [
  { show: "itemName", width: 120 },
  { show: "amountFen", width: 120, align: "right", as: (price) => showMoney(price.amountFen) },
  { show: "effectiveFrom", width: 152, as: (price) => price.effectiveFrom ?? "发布后立即" },
  { show: "effectiveTo", width: 152, as: (price) => price.effectiveTo ?? "长期" },
  { show: "state", width: 80, as: (price) => <PriceState price={price} /> },
  { show: "preparedBy", width: 90 },
];

const remove = removeAction({
  endpoint: removePrice,
  question: ({ itemName, configCode }: CarPrice) => `确认删除 ${configCode} ${itemName} 的价格草稿？`,
  when: ({ state }) => priceStates.can(state, "remove"),
});

const isOver = ({ effectiveTo }: CarPrice) => effectiveTo !== null && instantOf(effectiveTo) <= serverNow();
const hasBegun = ({ effectiveFrom }: CarPrice) => effectiveFrom === null || instantOf(effectiveFrom) <= serverNow();

/** A published price whose time is over holds no more. */
function PriceState({ price }: { readonly price: CarPrice }) {
  if (price.state === "PUBLISHED" && isOver(price)) return <DotText tone="off" text="已失效" />;
  return <StateTag machine={priceStates} state={price.state} />;
}

export function usePriceActions(): readonly PageAction<CarPrice>[] {
  const publish = useCall(publishPrices, { done: "发布成功！" });
  return [
    {
      label: "发布",
      needs: publishPrices,
      when: ({ state }) => priceStates.can(state, "publish"),
      confirm: ({ itemName, amountFen, effectiveFrom }) =>
        `确认发布「${itemName}」${showMoney(amountFen)}，${effectiveFrom ? `${effectiveFrom} 起` : "立即"}生效？`,
      run: ({ id }) => publish.call({ body: { ids: [id] } }),
    },
    {
      label: "结束",
      needs: endPrice,
      danger: true,
      when: (price) => priceStates.can(price.state, "end") && !isOver(price),
      ask: (price, onClose) => <EndPriceDialog price={price} onClose={onClose} />,
    },
    {
      label: "撤回",
      needs: withdrawPrice,
      danger: true,
      when: (price) => priceStates.can(price.state, "withdraw") && !hasBegun(price),
      ask: (price, onClose) => <WithdrawPriceDialog price={price} onClose={onClose} />,
    },
    remove,
  ];
}
