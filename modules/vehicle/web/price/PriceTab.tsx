import {
  type Column,
  customFilter,
  DateTimeInput,
  ImportButton,
  ListPage,
  selectFilter,
  useDialog,
  useExport,
} from "@ops/platform/web";
import { listPrices, type PriceLine, preparePrices, priceGrid, priceImport, priceSheet } from "@ops/vehicle/contract";
import { useItems } from "../car-item/use-items.ts";
import { useSeriesChoices } from "../series/use-series-choices.ts";
import { ChangePricesDialog } from "./ChangePricesDialog.tsx";
import { DraftPrices } from "./DraftPrices.tsx";
import { GridCell } from "./GridCell.tsx";
import "../vehicle.css";

const atFilter = customFilter(
  "at",
  "时间",
  ({ id, values, set }) => (
    <DateTimeInput id={id} placeholder="现在" value={values["at"] ?? null} onChange={(at) => set("at", at ?? "")} />
  ),
  (text) => text,
);

/** 价格: configurations by items at a time. Future changes are blue. */
export function PriceTab() {
  const { series } = useSeriesChoices();
  const columns = useGridColumns();
  const changing = useDialog<string[]>();
  const drafts = useDialog<true>();
  const book = useExport(priceSheet);
  return (
    <ListPage
      title="价格"
      memory="?tab=prices"
      endpoint={priceGrid}
      filters={[selectFilter("seriesId", "车系", series), atFilter]}
      columns={columns}
      imports={<ImportButton kind={priceImport} />}
      tools={[
        { label: "待发布", needs: listPrices, run: () => drafts.open(true) },
        { label: "导出价格", needs: priceSheet.export, run: () => book.start({ query: {} }) },
      ]}
      rowActions={[{ label: "调价", needs: preparePrices, run: ({ id }) => changing.open([id]) }]}
      batchActions={[
        {
          label: "批量调价",
          needs: preparePrices,
          run: (rows: PriceLine[]) => changing.open(rows.map(({ id }) => id)),
        },
      ]}
      empty="还没有车型配置"
    >
      {changing.value && <ChangePricesDialog carConfigIds={changing.value} onClose={changing.close} />}
      {book.dialog}
      {drafts.value && <DraftPrices onClose={drafts.close} />}
    </ListPage>
  );
}

/** Makes a column for the base price and one for each enabled item. */
function useGridColumns(): Column<typeof priceGrid>[] {
  const { items } = useItems();
  const priced = items.filter(({ isEnabled }) => isEnabled);
  const ofItem = (itemCode: string, title: string): Column<typeof priceGrid> => ({
    key: itemCode || "BASE",
    title,
    show: "cells",
    width: 125,
    align: "right",
    as: ({ cells }) => <GridCell cell={cells.find((cell) => cell.itemCode === itemCode)} />,
  });
  return [
    { show: "configCode", width: 165 },
    { show: "configName", width: 225 },
    ofItem("", "基础价"),
    ...priced.map(({ itemCode, itemName }) => ofItem(itemCode, itemName)),
  ];
}
