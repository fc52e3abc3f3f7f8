import {
  choicesOf,
  ImportButton,
  ListPage,
  type Tabs,
  useDialog,
  useEndpoint,
  useExport,
  useListFilters,
  useOpened,
} from "@ops/platform/web";
import {
  blockCars,
  CAR_PAGE,
  type Car,
  carEventSheet,
  carImport,
  carSheet,
  checkCars,
  countCars,
  createCar,
  getCar,
  listCars,
  setCarsStockKind,
  unblockCars,
  whereaboutsNames,
} from "@ops/vehicle/contract";
import { BlockDialog, CheckDialog, StockKindDialog } from "./batch-dialogs.tsx";
import { CreateCarDialog } from "./CreateCarDialog.tsx";
import { carRowActions } from "./car-acts.tsx";
import { carColumns } from "./car-columns.tsx";
import { useCarFilters } from "./car-filters.tsx";

type Batch = { readonly act: "block" | "unblock" | "stockKind"; readonly vins: readonly string[] };
const MEMORY = "?tab=cars";
const vinsOf = (cars: readonly Car[]) => cars.map(({ vin }) => vin);

/** 车辆档案 (5.1). The address names the opened car, so that people can send a link to it. */
export function CarList() {
  const { open } = useOpened("car");
  const batch = useDialog<Batch>();
  const shown = useDialog<"create" | "check">();
  const filters = useCarFilters();
  const tabs = useWhereaboutsTabs();
  const events = useExport(carEventSheet);

  return (
    <div className="car-register">
      <ListPage
        title="车辆档案"
        memory={MEMORY}
        endpoint={listCars}
        filters={filters}
        tabs={tabs}
        exports={carSheet}
        imports={<ImportButton kind={carImport} />}
        columns={carColumns((car) => open(car.vin))}
        tools={[
          { label: "新建", needs: createCar, primary: true, run: () => shown.open("create") },
          { label: "批量管控", needs: blockCars, run: () => batch.open({ act: "block", vins: [] }) },
          { label: "一致性检查", needs: checkCars, run: () => shown.open("check") },
        ]}
        batchActions={[
          { label: "管控", needs: blockCars, run: (cars) => batch.open({ act: "block", vins: vinsOf(cars) }) },
          {
            label: "解除管控",
            needs: unblockCars,
            when: ({ openBlocks }) => openBlocks > 0,
            run: (cars) => batch.open({ act: "unblock", vins: vinsOf(cars) }),
          },
          {
            label: "改现车类型",
            needs: setCarsStockKind,
            when: ({ holdState }) => holdState !== "DELIVERED" && holdState !== "OFF",
            run: (cars) => batch.open({ act: "stockKind", vins: vinsOf(cars) }),
          },
          {
            label: "导出事件",
            needs: carEventSheet.export,
            run: (cars) => events.start({ query: { vins: vinsOf(cars).join(",") } }),
          },
        ]}
        rowActions={[{ label: "详情", needs: getCar, run: (car) => open(car.vin) }, ...carRowActions]}
        empty="暂无车辆"
      >
        {batch.value?.act === "stockKind" && <StockKindDialog {...batch.value} onClose={batch.close} />}
        {batch.value && batch.value.act !== "stockKind" && (
          <BlockDialog vins={batch.value.vins} isEnd={batch.value.act === "unblock"} onClose={batch.close} />
        )}
        {shown.value === "create" && <CreateCarDialog onDone={(car) => open(car.vin)} onClose={shown.close} />}
        {events.dialog}
        {shown.value === "check" && <CheckDialog onOpen={open} onClose={shown.close} />}
      </ListPage>
    </div>
  );
}

/** Makes the tabs of 去向 with the counts under the other filters. Cars that can still be sold come first. */
function useWhereaboutsTabs(): Tabs<"whereabouts"> {
  const { whereabouts: chosen, ...query } = useListFilters(CAR_PAGE + MEMORY);
  const { data = [] } = useEndpoint(countCars, { query }, { silent: true, keepPrevious: true });
  const counts = Object.fromEntries(data.map(({ whereabouts, count }) => [whereabouts, count]));
  const options = choicesOf(whereaboutsNames).filter(({ value }) => value === chosen || counts[value] !== 0);
  return { name: "whereabouts", label: "去向", options: options.toReversed(), counts };
}
