import { applyChange, type Order } from "@ops/order/contract";
import { FormDialog, type FormDialogProps } from "@ops/platform/web";
import { Form } from "antd";
import type { OfOrder } from "../order/dialog-props.ts";
import { BuyerInput } from "./BuyerInput.tsx";
import { BuyerProofs } from "./BuyerProofs.tsx";
import { ChangePreview } from "./ChangePreview.tsx";

/** What the dialogs of changes have in common. */
const frameOf = (label: string, { id, orderNo }: Order) =>
  ({
    kind: "modal",
    width: 560,
    title: `${label} · ${orderNo}`,
    endpoint: applyChange,
    params: { id },
    okText: "提交",
    done: "变更已提交！",
  }) satisfies Partial<FormDialogProps<typeof applyChange>>;

/** 变更购车人: he proves what he is to the former one, and is verified anew. */
export function BuyerDialog({ order, onClose }: OfOrder) {
  return (
    <FormDialog
      {...frameOf("变更购车人", order)}
      record={{ version: order.version, kind: "BUYER", party: "CUSTOMER", fileIds: [] }}
      fields={["customer", "relation", "reason", "fileIds"]}
      special={{
        customer: { required: true, control: <BuyerInput />, hint: "审批通过后须重新核验身份、签署合同" },
        relation: { required: true },
        fileIds: <BuyerProofs key="fileIds" />,
      }}
      onClose={onClose}
    >
      <BuyerPreview order={order} />
    </FormDialog>
  );
}

/** Nobody knows the new buyer before he is entered, so his name is the typed one. */
function BuyerPreview({ order: { id, customerName } }: { readonly order: Order }) {
  const typed: unknown = Form.useWatch(["customer", "name"], Form.useFormInstance());
  const after = typeof typed === "string" && typed.trim() ? typed.trim() : "待填写";
  return (
    <ChangePreview orderId={id} query={{ kind: "BUYER" }} items={[{ label: "购车人", before: customerName, after }]} />
  );
}

/** 变更交付门店: the new store agrees, and gives the order to one of its butlers. */
export function DeliveryStoreDialog({ order, onClose }: OfOrder) {
  return (
    <FormDialog
      {...frameOf("变更交付门店", order)}
      record={{ version: order.version, kind: "DELIVERY_STORE", party: "CUSTOMER" }}
      fields={["deliveryStoreId", "party", "reason"]}
      special={{ deliveryStoreId: { required: true, hint: "由新门店审批，通过后重新分配管家" } }}
      onClose={onClose}
    >
      <StorePreview order={order} />
    </FormDialog>
  );
}

function StorePreview({ order: { id, deliveryStoreName } }: { readonly order: Order }) {
  const chosen: unknown = Form.useWatch("deliveryStoreId", Form.useFormInstance());
  if (typeof chosen !== "string")
    return <p className="order-hint">{`当前交付门店：${deliveryStoreName ?? "未选择"}`}</p>;
  return <ChangePreview orderId={id} query={{ kind: "DELIVERY_STORE", deliveryStoreId: chosen }} />;
}

/** 变更付款方式, at once; loan and lease are noted anew. */
export function PayModeDialog({ order, onClose }: OfOrder) {
  return (
    <FormDialog
      {...frameOf("变更付款方式", order)}
      record={{ version: order.version, kind: "PAYMODE", party: "CUSTOMER", payMode: order.payMode }}
      fields={["payMode", "reason"]}
      special={{ payMode: "贷款与租赁须重新登记" }}
      onClose={onClose}
    >
      <PayModePreview order={order} />
    </FormDialog>
  );
}

function PayModePreview({ order: { id, payMode: former } }: { readonly order: Order }) {
  const payMode: Order["payMode"] | undefined = Form.useWatch("payMode", Form.useFormInstance());
  if (!payMode || payMode === former) return <p className="order-hint">请选择与当前不同的付款方式</p>;
  return <ChangePreview orderId={id} query={{ kind: "PAYMODE", payMode }} />;
}
