import { createOrder, editOrder, getOrder, getOrderMoney, type OrderDetail } from "@ops/order/contract";
import { CallFailure, call, latestIn, refreshAround, tellRefusal, useCall } from "@ops/platform/web";
import { useMemo, useState } from "react";
import { useQuote } from "../ChoiceInput.tsx";
import { draftLines, faultOfLines } from "../draft-lines.ts";
import type { Conflict } from "./DraftConflict.tsx";
import {
  bodyOf,
  type DraftCustomer,
  draftOf,
  type Edited,
  freshDraft,
  type OrderDraft,
  typedCustomer,
} from "./order-draft.ts";

export type Step = "customer" | "choice" | "price" | "rest";
export type Faults = Readonly<Record<string, string>>;

/** Holds what is typed, says what is missing in a step, and sends it. */
export function useOrderDraft(given: Edited | null) {
  const [edited, setEdited] = useState(given); // a later answer has a later version, which does not belong to this draft
  const [start, setStart] = useState(freshDraft);
  const first = useMemo(() => (edited ? draftOf(edited) : start), [edited, start]);
  const [draft, setDraft] = useState(first);
  const [faults, setFaults] = useState<Faults>({});
  const [conflict, setConflict] = useState<Conflict | null>(null);
  const [asked, setAsked] = useState<string | null>(null);
  const creating = useCall(createOrder, { done: "下单成功！", silent: true });
  const editing = useCall(editOrder, { done: "修改成功！", silent: true });
  const { data: quote, isPlaceholderData } = useQuote(draft.choice);

  const change = (part: Partial<OrderDraft>) => {
    setDraft((before) => ({ ...before, ...part }));
    setFaults({});
    if (part.choice || part.customer) setAsked(null); // it was asked about another customer or another car
  };
  /** Fills in what is known without anybody's typing, as long as nobody has typed. */
  const begin = (part: Partial<OrderDraft>) => {
    if (draft !== first || edited) return;
    const begun = { ...first, ...part };
    setStart(begun);
    setDraft(begun);
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
      const field = refusedFields[answer.msgCode];
      if (edited && latestIn(answer)) setConflict(await meet(edited.order.id, answer.msg));
      else if (answer.msgCode === "ORDER_DUPLICATE") setAsked(answer.msg);
      else if (!field) tellRefusal(answer, {});
      else {
        setFaults({ [field]: answer.msg });
        turnTo(stepOf[field]);
      }
      return null;
    } catch (thrown) {
      if (thrown instanceof CallFailure) return null; // it has already shown its error
      throw thrown;
    }
  }

  /** Goes on from what is stored by now, with the draft as it is or as that one. */
  function resolve(isMine: boolean): void {
    if (!conflict) return;
    refreshAround(editOrder);
    setEdited(conflict.latest);
    if (!isMine) setDraft(draftOf(conflict.latest));
    setConflict(null);
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
    begin,
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
    first,
    conflict,
    resolve,
  };
}

/** Loads what another person has saved. The refusal names the order alone, which does not know its lines. */
async function meet(id: string, message: string): Promise<Conflict | null> {
  const order = await call(getOrder, { params: { id } });
  const money = await call(getOrderMoney, { params: { id } });
  if (!order.success || !money.success) return null; // it has been told why
  return { message, latest: { order: order.data, lines: draftLines(money.data.lines) } };
}

/** The steps in which fields stand. */
const stepOf = {
  name: "customer",
  idNo: "customer",
  advisorId: "customer",
  storeId: "customer",
  choice: "choice",
  lines: "price",
} as const satisfies Readonly<Record<string, Step>>;

/** The fields that refusals are about. */
const refusedFields: Readonly<Record<string, keyof typeof stepOf>> = {
  ORDER_CUSTOMER_NAME: "name",
  ORDER_CUSTOMER_ID: "idNo",
  ORDER_CUSTOMER_ID_OTHER: "idNo",
  ORDER_CUSTOMER_ID_FORM: "idNo",
  ORDER_ADVISOR_STORE: "advisorId",
  ORDER_PARTNER_OFF: "storeId",
  ORDER_RULE_MISSING: "choice",
  ORDER_SERIES_CONFIG: "choice",
  VEHICLE_NOT_SELLABLE: "choice",
  ORDER_PRICE_LIMIT: "lines",
  ORDER_PRICE_BELOW: "lines",
  ORDER_LINE_POLICY: "lines",
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

function faultsOfCustomer({ idNo, ...person }: DraftCustomer): Faults {
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
