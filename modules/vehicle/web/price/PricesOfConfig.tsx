import { ExportButton, PagedTable, useDialog, useMay, usePaged } from "@ops/platform/web";
import { type CarConfigDetail, listPrices, preparePrices, priceSheet } from "@ops/vehicle/contract";
import { Button } from "antd";
import { ChangePricesDialog } from "./ChangePricesDialog.tsx";
import { priceActions, priceColumns } from "./price-columns.tsx";

/** 价格时间轴 of one configuration, newest first, with a button to change prices. */
export function PricesOfConfig({ config }: { readonly config: CarConfigDetail }) {
  const may = useMay();
  const changing = useDialog<true>();
  const paged = usePaged(listPrices, { filters: { carConfigId: config.id } });
  return (
    <>
      <p className="series-tools">
        {may(preparePrices) && (
          <Button type="primary" onClick={() => changing.open(true)}>
            调价
          </Button>
        )}
        <ExportButton sheet={priceSheet} query={{ carConfigId: config.id }} />
      </p>
      <PagedTable
        of={paged}
        columns={priceColumns}
        rowActions={priceActions}
        empty="还没有价格，点击「调价」"
        unit="个价格"
      />
      {changing.value && <ChangePricesDialog carConfigIds={[config.id]} onClose={changing.close} />}
    </>
  );
}
