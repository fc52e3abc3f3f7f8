import { editOrder, lineKinds, payModes } from "@ops/order/contract";
import { CityRef } from "@ops/platform/contract";
import { ConflictModal, conflictRows, RefName, showMoney } from "@ops/platform/web";
import { AnyStoreRef } from "@ops/store/contract";
import { CarConfigRef, SeriesRef } from "@ops/vehicle/contract";
import type { ReactNode } from "react";
import { useItemsOf } from "../ChoiceInput.tsx";
import { bodyOf, draftOf, type Edited, type OrderDraft } from "./order-draft.ts";

/** Somebody else has saved the order while it was edited. */
export interface Conflict {
  /** `数据已被{姓名}于{时间}修改，请刷新后重试` */
  readonly message: string;
  readonly latest: Edited;
}

type Show = (draft: OrderDraft) => ReactNode;

const named = (kind: string, id: string | null): ReactNode =>
  id === null ? "-" : <RefName kind={kind} by={editOrder.permission} id={id} />;

/** What the steps ask for, in their order, and how a draft says it. */
const fields: Readonly<Record<keyof ReturnType<typeof bodyOf>, { readonly label: string; readonly show: Show }>> = {
  seriesId: { label: "车系", show: ({ choice }) => named(SeriesRef.kind, choice.seriesId) },
  carConfigId: { label: "配置", show: ({ choice }) => named(CarConfigRef.kind, choice.carConfigId) },
  extColor: { label: "外观", show: ({ choice }) => itemsOf(choice.carConfigId, choice.extColor) },
  intColor: { label: "内饰", show: ({ choice }) => itemsOf(choice.carConfigId, choice.intColor) },
  optionCodes: { label: "选装", show: ({ choice }) => itemsOf(choice.carConfigId, ...choice.optionCodes) },
  lines: { label: "优惠与费用", show: (draft) => <Lines draft={draft} /> },
  deliveryStoreId: { label: "交付门店", show: ({ deliveryStoreId }) => named(AnyStoreRef.kind, deliveryStoreId) },
  cityCode: { label: "上牌城市", show: ({ cityCode }) => named(CityRef.kind, cityCode) },
  payMode: { label: "付款方式", show: ({ payMode }) => (payMode ? payModes[payMode] : "-") },
  tags: { label: "标签", show: ({ tags }) => tags.join("、") || "-" },
  remark: { label: "备注", show: ({ remark }) => remark || "-" },
};
const isField = (name: string): name is keyof typeof fields => Object.hasOwn(fields, name);

interface Props extends Conflict {
  /** What the draft began with. */
  readonly base: OrderDraft;
  readonly mine: OrderDraft;
  readonly onLatest: () => void;
  readonly onMine: () => void;
}

/** An order that two people have edited: what would be saved beside what is stored by now (section 5). */
export function DraftConflict({ message, latest, base, mine, onLatest, onMine }: Props) {
  const theirs = draftOf(latest);
  const found = conflictRows(Object.keys(fields), bodyOf(base), bodyOf(mine), bodyOf(theirs));
  const rows = found.flatMap(({ name, changedBy }) => {
    if (!isField(name)) return [];
    const { label, show } = fields[name];
    return [{ key: name, label, changedBy, mine: show(mine), theirs: show(theirs) }];
  });
  return <ConflictModal message={message} rows={rows} onLatest={onLatest} onMine={onMine} />;
}

const itemsOf = (carConfigId: string | null, ...codes: (string | null)[]): ReactNode => (
  <ItemNames carConfigId={carConfigId} codes={codes.filter((code) => code !== null)} />
);

/** The words for colours and options; what the catalogue does not know any more keeps its code. */
function ItemNames({ carConfigId, codes }: { readonly carConfigId: string | null; readonly codes: readonly string[] }) {
  const { data = [] } = useItemsOf(carConfigId);
  return codes.map((code) => data.find(({ itemCode }) => itemCode === code)?.itemName ?? code).join("、") || "-";
}

function Lines({ draft: { choice, lines } }: { readonly draft: OrderDraft }) {
  if (choice.carConfigId === null || lines.length === 0) return "-";
  return lines.map(({ key, kind, name, amountFen }) => (
    <div key={key}>{`${lineKinds[kind]} ${name} ${showMoney(amountFen)}`}</div>
  ));
}
