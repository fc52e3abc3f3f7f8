import type { Endpoint } from "@ops/platform/contract";
import {
  flagFilter,
  ImportButton,
  ListPage,
  partsOf,
  regionFilter,
  useDialog,
  useEndpoint,
  useOpened,
} from "@ops/platform/web";
import {
  createStore,
  getDutyRoster,
  getHours,
  getReadiness,
  getStore,
  getStoreStats,
  isTrading,
  listExtColumns,
  listStoreStaff,
  listStores,
  type Store,
  storeImport,
  storeSheet,
} from "@ops/store/contract";
import type { ComponentType } from "react";
import { StoreCards } from "./StoreCards.tsx";
import { removeStoreAction, storeActions } from "./store-actions.tsx";
import { storeColumns } from "./store-columns.tsx";
import "./store.css";

const StoreDrawer = partsOf(() => import("./StoreDrawer.tsx")).overlay("StoreDrawer");
const StoreForm = partsOf(() => import("./StoreForm.tsx")).overlay("StoreForm");
const ExtColumnsDrawer = partsOf(() => import("./ExtColumnsDrawer.tsx")).overlay("ExtColumnsDrawer");

interface Props {
  /** 统计, which a higher room draws. */
  readonly Stats: ComponentType<{
    readonly onRoster: (storeId: string) => void;
    readonly onClose: () => void;
  }>;
}

/** 门店列表 (5.1). The address names the opened store, so that people can send a link to it. */
export default function StorePage({ Stats }: Props) {
  const { open, drawer } = useOpened();
  const asking = useDialog<"create" | "columns" | "stats">();
  const { data: columns = [] } = useEndpoint(listExtColumns, {}, { silent: true });
  const listed = columns.filter(({ status, isInList }) => status === "ENABLED" && isInList);
  const turnTo = (label: string, tab: string, needs: Endpoint) => {
    return { label, needs, run: ({ id }: Store) => open(id, tab) };
  };
  const showRoster = (id: string) => {
    asking.close();
    open(id, "duty");
  };
  return (
    <div className="store-page">
      <StoreCards />
      <ListPage
        title="门店列表"
        endpoint={listStores}
        filters={[
          "keyword",
          "orgId",
          regionFilter("regionCode", "省市"),
          "storeType",
          "operateMode",
          "storeLevel",
          "state",
          "partnerId",
          "openedOn",
          flagFilter("isRentEnding", "租约90天内到期"),
          flagFilter("isIncomplete", "待补充"),
          flagFilter("isShort", "缺编"),
        ]}
        columns={storeColumns(open, listed)}
        imports={<ImportButton kind={storeImport} />}
        exports={storeSheet}
        tools={[
          { label: "新增门店", needs: createStore, primary: true, run: () => asking.open("create") },
          { label: "扩展列", needs: listExtColumns, run: () => asking.open("columns") },
          { label: "统计", needs: getStoreStats, run: () => asking.open("stats") },
        ]}
        rowActions={[
          { label: "详情", needs: getStore, run: ({ id }) => open(id) },
          ...storeActions(),
          turnTo("人员", "people", listStoreStaff),
          turnTo("营业时间", "hours", getHours),
          turnTo("排班", "duty", getDutyRoster),
          {
            ...turnTo("开业检查", "readiness", getReadiness),
            when: ({ state }) => state === "PREPARING" || isTrading(state),
          },
          removeStoreAction,
        ]}
        open={({ id }) => open(id)}
        empty="暂无数据，点击「新增门店」或「导入」"
      >
        {asking.value === "create" && <StoreForm onCreated={({ id }) => open(id)} onClose={asking.close} />}
        {asking.value === "columns" && <ExtColumnsDrawer onClose={asking.close} />}
        {asking.value === "stats" && <Stats onRoster={showRoster} onClose={asking.close} />}
        {drawer && <StoreDrawer {...drawer} />}
      </ListPage>
    </div>
  );
}
