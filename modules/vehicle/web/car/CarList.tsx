import { ImportButton, ListPage, selectFilter, useDialog } from "@ops/platform/web";
import {
  blockCars,
  type Car,
  carImport,
  carSheet,
  checkCars,
  createCar,
  getCar,
  holdStates,
  inspectCar,
  listCars,
  moveCar,
  setCarsStockKind,
  takeCarOff,
  unblockCars,
} from "@ops/vehicle/contract";
import { useSeriesChoices } from "../car-config/use-series-choices.ts";
import { useItems } from "../car-item/use-items.ts";
import { BlockDialog, CheckDialog, CreateCarDialog, StockKindDialog } from "./batch-dialogs.tsx";
import { carColumns } from "./car-columns.tsx";
import { InspectDialog, MoveDialog, OffDialog } from "./car-dialogs.tsx";
import { useOpenedCar } from "./use-opened-car.ts";

type Batch = { readonly act: "block" | "unblock" | "stockKind"; readonly vins: readonly string[] };
const vinsOf = (cars: readonly Car[]) => cars.map(({ vin }) => vin);

/** 车辆档案 (5.1). The opened car stands in the address, so that it can be sent. */
export function CarList() {
  const { open } = useOpenedCar();
  const batch = useDialog<Batch>();
  const shown = useDialog<"create" | "check">();
  const { series } = useSeriesChoices();
  const { choices } = useItems();

  return (
    <ListPage
      title="车辆档案"
      memory="?tab=cars"
      endpoint={listCars}
      filters={[
        "vins",
        ...(["whereabouts", "stockKind"] as const),
        selectFilter("seriesId", "车系", series),
        selectFilter("extColor", "外观", choices.EXT),
        selectFilter("intColor", "内饰", choices.INT),
        ...(["holdState", "placeKind", "buildState", "isBlocked", "isDamaged", "stockAge"] as const),
        ...(["producedOn", "saleCode", "plantCode", "plateNo"] as const),
      ]}
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
        { label: "解除管控", needs: unblockCars, run: (cars) => batch.open({ act: "unblock", vins: vinsOf(cars) }) },
        {
          label: "改现车类型",
          needs: setCarsStockKind,
          run: (cars) => batch.open({ act: "stockKind", vins: vinsOf(cars) }),
        },
      ]}
      rowActions={[
        { label: "详情", needs: getCar, run: (car) => open(car.vin) },
        { label: "管控", needs: blockCars, run: (car) => batch.open({ act: "block", vins: [car.vin] }) },
        {
          label: "复检",
          needs: inspectCar,
          when: ({ holdState }) => holdStates.can(holdState, "inspectPass"),
          ask: (car, onClose) => <InspectDialog car={car} onClose={onClose} />,
        },
        {
          label: "改位置",
          needs: moveCar,
          when: ({ placeKind }) => placeKind !== "TRANSIT" && placeKind !== "OWNER",
          ask: (car, onClose) => <MoveDialog car={car} onClose={onClose} />,
        },
        {
          label: "注销",
          needs: takeCarOff,
          danger: true,
          when: ({ holdState }) => holdStates.can(holdState, "off"),
          ask: (car, onClose) => <OffDialog car={car} onClose={onClose} />,
        },
      ]}
      empty="暂无车辆"
    >
      {batch.value?.act === "stockKind" && <StockKindDialog {...batch.value} onClose={batch.close} />}
      {batch.value && batch.value.act !== "stockKind" && (
        <BlockDialog vins={batch.value.vins} isEnd={batch.value.act === "unblock"} onClose={batch.close} />
      )}
      {shown.value === "create" && <CreateCarDialog onDone={(car) => open(car.vin)} onClose={shown.close} />}
      {shown.value === "check" && <CheckDialog onOpen={open} onClose={shown.close} />}
    </ListPage>
  );
}
