import { createOrder, editOrder, type OrderDetail } from "@ops/order/contract";
import { CallFailure, tellRefusal, useCall } from "@ops/platform/web";
import { useState } from "react";
import type { z } from "zod";
import { useQuote } from "./ChoiceInput.tsx";
import { type Choice, choiceOf, noChoice } from "./choice.ts";
import { type DraftLine, faultOfLines, typedLines } from "./draft-lines.ts";

const typedCustomer = createOrder.body.shape.customer;
type Customer = Omit<z.input<typeof typedCustomer>, "idNo"> & { readonly idNo: string };

/** An order while it is typed: a new one, or one that is edited before its lock. */
export interface OrderDraft {
  readonly customer: Customer;
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
export type Step = "customer" | "choice" | "price" | "rest";
export type Faults = Readonly<Record<string, string>>;

const fresh: OrderDraft = {
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

function stored(order: OrderDetail, lines: readonly DraftLine[]): OrderDraft {
  const { deliveryStoreId, cityCode, payMode, tags, remark, carConfigId } = order;
  const told = { deliveryStoreId, cityCode, payMode, tags, remark: remark ?? "", isLater: carConfigId === null };
  return { ...fresh, ...told, choice: choiceOf(order), lines };
}

const bodyOf = (draft: OrderDraft) => ({
  ...draft.choice,
  seriesId: draft.choice.seriesId ?? "",
  optionCodes: [...draft.choice.optionCodes],
  lines: draft.choice.carConfigId === null ? [] : typedLines(draft.lines), // without a car there is no price
  deliveryStoreId: draft.deliveryStoreId,
  cityCode: draft.cityCode,
  payMode: draft.payMode,
  tags: [...draft.tags],
  remark: draft.remark.trim() || null,
});

interface Edited {
  readonly order: OrderDetail;
  readonly lines: readonly DraftLine[];
}

/** Holds what is typed, says what is missing in a step, and sends it. */
export function useOrderDraft(given: Edited | null) {
  const [edited] = useState(given); // a later answer has a later version, which does not belong to this draft
  const [first] = useState(() => (edited ? stored(edited.order, edited.lines) : fresh));
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const [asked, setAsked] = useState<string | null>(null);
  const creating = useCall(createOrder, { done: "下单成功！", silent: true });
  const editing = useCall(editOrder, { done: "修改成功！", silent: true });
  const { data: quote, isPlaceholderData } = useQuote(draft.choice);

  const change = (part: Partial<OrderDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
    if (part.choice || part.customer) setAsked(null); // it was asked about another customer or another car
  };
  const check = (step: Step) => {
    const found =
      step === "rest" ? faultsOfReason(draft, asked) : faultsOf(draft, step, isPlaceholderData ? undefined : quote);
    setFaults(found);
    return Object.keys(found).length === 0;
  };

  /** Sends the draft. A refusal stands beside the field that it is about, whose step is told. */
  async function send(turnTo: (step: Step) => void): Promise<OrderDetail | null> {
    try {
      const answer = edited ? await sendEdit(edited.order) : await sendNew();
      if (answer.success) return answer.data;
      const place = places[answer.msgCode];
      if (answer.msgCode === "ORDER_DUPLICATE") setAsked(answer.msg);
      else if (!place) tellRefusal(answer, {});
      else {
        setFaults({ [place.field]: answer.msg });
        turnTo(place.step);
      }
      return null;
    } catch (thrown) {
      if (thrown instanceof CallFailure) return null; // it has already shown its error
      throw thrown;
    }
  }

  function sendEdit({ id, version }: OrderDetail) {
    return editing.call({ params: { id }, body: { ...bodyOf(draft), version } });
  }

  function sendNew() {
    const { customer, storeId, advisorId, duplicateReason } = draft;
    const { idNo, ...person } = customer;
    const why = duplicateReason.trim();
    return creating.call({
      body: {
        customer: { ...person, ...(idNo.trim() ? { idNo: idNo.trim() } : {}) },
        storeId: storeId ?? "",
        advisorId,
        ...bodyOf(draft),
        ...(why ? { duplicateReason: why } : {}),
      },
    });
  }

  return {
    draft,
    change,
    faults,
    check,
    send,
    quote: draft.choice.carConfigId === null ? undefined : quote,
    /** The words with which the server asks why the customer wants a second car of the same kind (OR-R1). */
    asked,
    /** The stored order, whose names are shown although it is sold no more. */
    known: edited?.order,
    pending: creating.pending || editing.pending,
    offline: creating.offline,
    isTyped: draft !== first,
  };
}

/** The steps and fields that refusals are about. */
const places: Readonly<Record<string, { readonly step: Step; readonly field: string }>> = {
  ORDER_CUSTOMER_NAME: { step: "customer", field: "name" },
  ORDER_CUSTOMER_ID: { step: "customer", field: "idNo" },
  ORDER_CUSTOMER_ID_OTHER: { step: "customer", field: "idNo" },
  ORDER_CUSTOMER_ID_FORM: { step: "customer", field: "idNo" },
  ORDER_PARTNER_OFF: { step: "customer", field: "storeId" },
  ORDER_RULE_MISSING: { step: "choice", field: "choice" },
  ORDER_SERIES_CONFIG: { step: "choice", field: "choice" },
  VEHICLE_NOT_SELLABLE: { step: "choice", field: "choice" },
  ORDER_PRICE_LIMIT: { step: "price", field: "lines" },
  ORDER_PRICE_BELOW: { step: "price", field: "lines" },
  ORDER_LINE_POLICY: { step: "price", field: "lines" },
};

function faultsOfReason({ duplicateReason }: OrderDraft, asked: string | null): Faults {
  return asked === null || duplicateReason.trim() ? {} : { duplicateReason: "请输入再次下单原因" };
}

interface Quoted {
  readonly sellable: boolean;
  readonly reason: string;
}

function faultsOf(draft: OrderDraft, step: string, quote: Quoted | undefined): Faults {
  if (step === "customer")
    return { ...faultsOfCustomer(draft.customer), ...(draft.storeId ? {} : { storeId: "请选择下单门店" }) };
  if (step === "choice") return faultsOfChoice(draft, quote);
  const lines = step === "price" && draft.choice.carConfigId !== null ? faultOfLines(draft.lines) : null;
  return lines ? { lines } : {};
}

function faultsOfCustomer({ idNo, ...person }: Customer): Faults {
  const parsed = typedCustomer.safeParse({ ...person, ...(idNo.trim() ? { idNo } : {}) });
  if (parsed.success) return {};
  const found = parsed.error.issues.map(({ path, message }) => [String(path[0]), message] as const);
  const phone = found.some(([name]) => name === "phone") ? { phone: "请输入正确的手机号" } : {};
  return { ...Object.fromEntries(found.toReversed()), ...phone };
}

function faultsOfChoice({ choice, isLater }: OrderDraft, quote: Quoted | undefined): Faults {
  if (choice.seriesId === null) return { choice: "请选择车系" };
  if (choice.carConfigId === null) return isLater ? {} : { choice: "请选择配置" };
  if (!quote) return { choice: "正在计算价格，请稍候再试" };
  return quote.sellable ? {} : { choice: quote.reason };
}
