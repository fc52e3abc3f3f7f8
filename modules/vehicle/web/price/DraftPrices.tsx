import { PagedTable, useCall, useClosing, useMay, usePaged } from "@ops/platform/web";
import { listPrices, publishPrices } from "@ops/vehicle/contract";
import { Button, Drawer } from "antd";
import { useState } from "react";
import { priceActions, priceColumns } from "./price-columns.tsx";

/** 待发布: drafts of other people. One's own drafts must be published by somebody else. */
export function DraftPrices({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const paged = usePaged(listPrices, { filters: { state: "DRAFT" }, pageSize: 20 });
  const [ids, setIds] = useState<string[]>([]);
  const publish = useCall(publishPrices, { done: "发布成功！", onDone: () => setIds([]) });
  const extra = may(publishPrices) && (
    <Button
      type="primary"
      disabled={ids.length === 0 || publish.offline}
      loading={publish.pending}
      onClick={() => void publish.call({ body: { ids } })}
    >
      发布{ids.length > 0 ? ` ${ids.length} 个` : ""}
    </Button>
  );
  return (
    <Drawer title="待发布的价格" size={1080} extra={extra} {...drawer}>
      <PagedTable
        of={paged}
        columns={[{ show: "configCode", width: 145 }, ...priceColumns]}
        rowActions={priceActions}
        rowSelection={{
          selectedRowKeys: ids,
          onChange: (keys) => setIds(keys.map(String)),
          getCheckboxProps: ({ itemName }) => ({ "aria-label": `选择${itemName}` }),
        }}
        empty="没有待发布的价格"
        unit="个价格"
      />
    </Drawer>
  );
}
