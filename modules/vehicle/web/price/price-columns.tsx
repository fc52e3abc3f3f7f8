import {
  actionsOf,
  columnsOf,
  DateTimeInput,
  DotText,
  type PageAction,
  removeAction,
  StateTag,
  sendOnce,
  serverNow,
  showMoney,
} from "@ops/platform/web";
import {
  type CarPrice,
  isPriceOver,
  listPrices,
  priceActs,
  priceStates,
  publishPrices,
  removePrice,
} from "@ops/vehicle/contract";

export const priceColumns = columnsOf(listPrices, {
  itemName: 120,
  amountFen: true,
  effectiveFrom: { width: 152, as: ({ effectiveFrom }) => effectiveFrom ?? "发布后立即" },
  effectiveTo: { width: 152, as: ({ effectiveTo }) => effectiveTo ?? "长期" },
  state: { width: 80, as: (price) => <PriceState price={price} /> },
  preparedBy: 90,
});

const remove = removeAction({
  endpoint: removePrice,
  question: ({ itemName, configCode }: CarPrice) => `确认删除 ${configCode} ${itemName} 的价格草稿？`,
  when: ({ state }) => priceStates.can(state, "remove"),
});

/** Shows a published price as 已失效 once its period has passed. */
function PriceState({ price }: { readonly price: CarPrice }) {
  if (price.state === "PUBLISHED" && isPriceOver(price, serverNow())) return <DotText tone="off" text="已失效" />;
  return <StateTag machine={priceStates} state={price.state} />;
}

const publish: PageAction<CarPrice> = {
  label: "发布",
  needs: publishPrices,
  when: ({ state }) => priceStates.can(state, "publish"),
  confirm: ({ itemName, amountFen, effectiveFrom }) =>
    `确认发布「${itemName}」${showMoney(amountFen)}，${effectiveFrom ? `${effectiveFrom} 起` : "立即"}生效？`,
  run: ({ id }) => sendOnce(publishPrices, { body: { ids: [id] } }, "发布成功！"),
};

export const priceActions: readonly PageAction<CarPrice>[] = [
  publish,
  ...actionsOf(priceActs, {
    end: { useSpecial: () => ({ effectiveTo: { control: <DateTimeInput />, hint: "之后没有价格的项目不能下单" } }) },
  }),
  remove,
];
