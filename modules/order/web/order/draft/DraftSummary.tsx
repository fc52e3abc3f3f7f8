import { createOrder, customerTypes, isDeduction, lineKinds, listAdvisers } from "@ops/order/contract";
import { RefName, showMoney, useEndpoint, useSession } from "@ops/platform/web";
import { OpenStoreRef } from "@ops/store/contract";
import { CarConfigRef, type Quote, SeriesRef } from "@ops/vehicle/contract";
import type { ReactNode } from "react";
import { useItemsOf } from "../ChoiceInput.tsx";
import { sumOf } from "../draft-lines.ts";
import type { OrderDraft } from "./order-draft.ts";
import "../choice.css";

interface Props {
  readonly draft: OrderDraft;
  readonly quote: Quote | undefined;
  readonly isNew: boolean;
}

const by = createOrder.permission;

/** What the steps before were told, to be read back to the customer before the order is placed. */
export function DraftSummary({ draft, quote, isNew }: Props) {
  const { customer, storeId, advisorId } = draft;
  const priced = (quote?.lines ?? []).filter(({ amountFen }) => amountFen !== 0); // the others are named with the car
  const total = quote && quote.sumFen + sumOf(draft.lines);
  return (
    <dl className="draft-sum wide" aria-label="订单内容">
      {isNew && (
        <>
          <Fact title="客户">
            {customer.name} {customer.phone}（{customerTypes[customer.type]}
            {customer.idNo && `，${customer.idNo}`}）
          </Fact>
          <Fact title="下单门店">
            {storeId && <RefName kind={OpenStoreRef.kind} by={by} id={storeId} />}
            {storeId && <Adviser storeId={storeId} advisorId={advisorId} />}
          </Fact>
        </>
      )}
      <Fact title="车型">
        <Chosen draft={draft} />
      </Fact>
      {priced.map(({ kind, itemCode, itemName, amountFen }) => (
        <Fact key={itemCode} title={lineKinds[kind]} isAmount>
          {itemName} <span>{showMoney(amountFen)}</span>
        </Fact>
      ))}
      {quote &&
        draft.lines.map(({ key, kind, name, amountFen }) => (
          <Fact key={key} title={lineKinds[kind]} isAmount>
            {name} <span>{showMoney((isDeduction(kind) ? -1 : 1) * (amountFen ?? 0))}</span>
          </Fact>
        ))}
      <Fact title="应付合计" isAmount>
        {total === undefined ? "选择配置后确定，先付小定" : <b>{showMoney(total)}</b>}
      </Fact>
    </dl>
  );
}

interface FactProps {
  readonly title: string;
  /** Amounts stand below each other at the end of their lines. */
  readonly isAmount?: boolean;
  readonly children: ReactNode;
}

function Fact({ title, isAmount = false, children }: FactProps) {
  return (
    <>
      <dt>{title}</dt>
      <dd data-amount={isAmount || undefined}>{children}</dd>
    </>
  );
}

/** Series or configuration, with the names of colours and options. */
function Chosen({ draft: { choice } }: Pick<Props, "draft">) {
  const { data: items = [] } = useItemsOf(choice.carConfigId);
  if (choice.seriesId === null) return "-";
  if (choice.carConfigId === null) {
    return (
      <>
        <RefName kind={SeriesRef.kind} by={by} id={choice.seriesId} />
        （未选配置）
      </>
    );
  }
  const codes = [choice.extColor, choice.intColor, ...choice.optionCodes];
  const names = codes.flatMap((code) => items.find(({ itemCode }) => itemCode === code)?.itemName ?? []);
  return (
    <>
      <RefName kind={CarConfigRef.kind} by={by} id={choice.carConfigId} />
      {names.length > 0 && `（${names.join(" / ")}）`}
    </>
  );
}

/** Who sells; where nobody is named it is whoever places the order, if he is of the store. */
function Adviser({ storeId, advisorId }: { readonly storeId: string; readonly advisorId: string | null }) {
  const { user } = useSession();
  const { data } = useEndpoint(listAdvisers, { query: { storeId } }, { silent: true });
  const seller = data?.find(({ id }) => id === (advisorId ?? user?.id));
  return ` · ${seller?.name ?? (data ? "未指定顾问" : "…")}`;
}
