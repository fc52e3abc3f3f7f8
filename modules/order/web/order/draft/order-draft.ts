import { createOrder, type editOrder, type OrderDetail } from "@ops/order/contract";
import type { BodyInputOf } from "@ops/platform/contract";
import type { z } from "zod";
import { type Choice, choiceOf, noChoice } from "../choice.ts";
import { type DraftLine, typedLines } from "../draft-lines.ts";

export const typedCustomer = createOrder.body.shape.customer;
export type DraftCustomer = Omit<z.input<typeof typedCustomer>, "idNo"> & { readonly idNo: string };

/** An order while it is typed: a new one, or one that is edited before its lock. */
export interface OrderDraft {
  readonly customer: DraftCustomer;
  readonly storeId: string | null;
  readonly advisorId: string | null;
  readonly choice: Choice;
  /** The customer has not decided yet and pays 小定 alone. */
  readonly isLater: boolean;
  readonly lines: readonly DraftLine[];
  readonly deliveryStoreId: string | null;
  readonly cityCode: string | null;
  readonly payMode: OrderDetail["payMode"];
  readonly tags: readonly string[];
  readonly remark: string;
  readonly duplicateReason: string;
}

/** An order as it is stored, which the draft starts from. */
export interface Edited {
  readonly order: OrderDetail;
  readonly lines: readonly DraftLine[];
}

export const freshDraft: OrderDraft = {
  customer: { type: "PERSON", name: "", phone: "", idNo: "" },
  storeId: null,
  advisorId: null,
  choice: noChoice,
  isLater: false,
  lines: [],
  deliveryStoreId: null,
  cityCode: null,
  payMode: null,
  tags: [],
  remark: "",
  duplicateReason: "",
};

export function draftOf({ order, lines }: Edited): OrderDraft {
  const { deliveryStoreId, cityCode, payMode, tags, remark, carConfigId } = order;
  const told = { deliveryStoreId, cityCode, payMode, tags, remark: remark ?? "", isLater: carConfigId === null };
  return { ...freshDraft, ...told, choice: choiceOf(order), lines };
}

/** What new and edited orders send of a draft. */
export const bodyOf = (draft: OrderDraft) =>
  ({
    ...draft.choice,
    seriesId: draft.choice.seriesId ?? "",
    optionCodes: [...draft.choice.optionCodes],
    lines: draft.choice.carConfigId === null ? [] : typedLines(draft.lines), // without a car there is no price
    deliveryStoreId: draft.deliveryStoreId,
    cityCode: draft.cityCode,
    payMode: draft.payMode,
    tags: [...draft.tags],
    remark: draft.remark.trim() || null,
  }) satisfies Omit<BodyInputOf<typeof editOrder>, "version">;
