import { applyChange, type Order, orderStates } from "@ops/order/contract";
import { type DetailAction, formAction, partsOf } from "@ops/platform/web";
import { orderNumber, refuseBusy } from "../order/acting.ts";

const ConfigDialog = partsOf(() => import("./ConfigDialog.tsx")).overlay("ConfigDialog");
const BuyerInput = partsOf(() => import("./BuyerInput.tsx")).inside("BuyerInput");
const BuyerProofs = partsOf(() => import("./BuyerProofs.tsx")).inside("BuyerProofs");

const common = {
  needs: applyChange,
  refuse: refuseBusy,
  number: orderNumber,
  okText: "提交",
  done: "变更已提交！",
} as const;

/** 改配 and the other changes of what is locked (OR-R7). */
export const changeActions: readonly DetailAction<Order>[] = [
  {
    label: "改配",
    needs: applyChange,
    when: ({ state }) => orderStates.can(state, "changeConfig"),
    refuse: refuseBusy,
    ask: ({ id }, onClose) => <ConfigDialog id={id} onClose={onClose} />,
  },
  formAction({
    ...common,
    label: "变更购车人",
    when: ({ state }: Order) => orderStates.can(state, "changeBuyer"),
    fields: ["customer", "relation", "reason", "fileIds"],
    start: () => ({ kind: "BUYER" as const, party: "CUSTOMER" as const, customer: undefined, fileIds: [] }),
    useSpecial: () => ({
      customer: { control: <BuyerInput />, hint: "审批通过后须重新核验身份、签署合同" },
      fileIds: <BuyerProofs key="fileIds" />,
    }),
  }),
  formAction({
    ...common,
    label: "变更交付门店",
    when: ({ state }: Order) => orderStates.can(state, "changeStore"),
    fields: ["deliveryStoreId", "party", "reason"],
    start: () => ({ kind: "DELIVERY_STORE" as const, party: "CUSTOMER" as const }),
    useSpecial: ({ deliveryStoreName }) => ({
      deliveryStoreId: `现为${deliveryStoreName ?? "未选择"}，由新门店审批，通过后重新分配管家`,
    }),
  }),
  formAction({
    ...common,
    label: "变更付款方式",
    when: ({ state }: Order) => orderStates.can(state, "changePayMode"),
    fields: ["payMode", "reason"],
    start: ({ payMode }) => ({ kind: "PAYMODE" as const, party: "CUSTOMER" as const, payMode }),
    useSpecial: () => ({ payMode: "提交后立即生效，贷款与租赁须重新登记" }),
  }),
];
