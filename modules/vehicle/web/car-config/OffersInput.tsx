import type { BodyInputOf } from "@ops/platform/contract";
import { type createCarConfig, offerModes } from "@ops/vehicle/contract";
import { Select, Table, type TableColumnType } from "antd";
import { Swatch } from "../car-item/ColorDots.tsx";
import { type Item, useItems } from "../car-item/use-items.ts";
import { type Offers, withMode, withParts } from "./offers.ts";
import "../vehicle.css";

interface Props {
  readonly value?: Offers;
  readonly onChange?: (offers: Offers) => void;
}

type Mode = BodyInputOf<typeof createCarConfig>["offers"][number]["mode"];
const modes = (["STANDARD", "OPTIONAL", "BLOCKED"] as const).map((value) => ({ value, label: offerModes[value] }));

/** A matrix of 标配, 选配 and 不可选, with the items that each item requires and excludes. */
export function OffersInput({ value = [], onChange }: Props) {
  const { items, loading, nameOf } = useItems();
  const offerOf = (code: string) => value.find(({ itemCode }) => itemCode === code);
  const named = value.map(({ itemCode }) => ({ value: itemCode, label: nameOf(itemCode) }));
  const mode: TableColumnType<Item> = {
    title: "方式",
    key: "mode",
    width: 116,
    render: (_value, item) => (
      <Select
        allowClear
        className="offer-mode"
        placeholder="无"
        aria-label={`${item.itemName}的方式`}
        options={modes}
        value={offerOf(item.itemCode)?.mode ?? null}
        onChange={(next?: Mode | null) => onChange?.(withMode(value, item, next ?? null))}
      />
    ),
  };
  const condition = (title: string, name: "requires" | "excludes"): TableColumnType<Item> => ({
    title,
    key: name,
    render: (_value, { itemCode, itemName }) => (
      <Select
        mode="multiple"
        className="form-wide"
        maxTagCount="responsive"
        placeholder="无"
        aria-label={`${itemName}${title}`}
        disabled={!offerOf(itemCode)}
        options={named.filter((one) => one.value !== itemCode)}
        value={offerOf(itemCode)?.[name] ?? []}
        onChange={(codes: string[]) => onChange?.(withParts(value, itemCode, { [name]: codes }))}
      />
    ),
  });
  return (
    <Table<Item>
      rowKey="itemCode"
      size="small"
      pagination={false}
      loading={loading}
      dataSource={items.filter(({ itemCode, isEnabled }) => isEnabled || offerOf(itemCode))}
      tableLayout="fixed"
      columns={[
        { title: "组", dataIndex: "group", width: 76 },
        { title: "名称", key: "name", width: 200, render: (_value, item) => <ItemName item={item} /> },
        mode,
        condition("须同时选择", "requires"),
        condition("不能同时选择", "excludes"),
      ]}
      locale={{ emptyText: loading ? " " : "还没有选装和颜色，请先在「选装与颜色」中新增" }}
    />
  );
}

export function ItemName({ item: { hex, side, itemName, itemCode } }: { readonly item: Item }) {
  return (
    <span className="swatch-name" title={itemCode}>
      {hex && side && <Swatch hex={hex} side={side} name={itemName} />}
      {itemName}
    </span>
  );
}
