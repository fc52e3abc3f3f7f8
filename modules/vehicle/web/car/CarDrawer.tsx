import { CarOutlined } from "@ant-design/icons";
import { Note, type OpenedRecord, RecordDrawer, tabsOf, useDialog, useMay } from "@ops/platform/web";
import { createCar } from "@ops/vehicle/contract";
import { Button } from "antd";
import { carTabs } from "../slots.ts";
import { CarSteps } from "./CarSteps.tsx";
import { CreateCarDialog } from "./CreateCarDialog.tsx";
import { carRecord } from "./car-record.tsx";
import { useCar } from "./use-car.ts";

interface Props extends OpenedRecord {
  readonly onOpen: (vin: string, tab?: string) => void;
}

/** 车辆档案 (5.2): specification, place, holder and history of a car. */
export function CarDrawer({ onOpen, ...opened }: Props) {
  const { id: vin, tab } = opened;
  const answer = useCar(vin);
  const step = (next: string) => onOpen(next, tab ?? undefined);
  return (
    <RecordDrawer
      of={{ ...carRecord, entity: vin, tabs: [...(carRecord.tabs ?? []), ...tabsOf(carTabs)] }}
      answer={answer}
      extra={<CarSteps vin={vin} onOpen={step} />}
      unknown={<Unknown vin={vin} onOpen={onOpen} />}
      {...opened}
    />
  );
}

function Unknown({ vin, onOpen }: Pick<Props, "onOpen"> & { readonly vin: string }) {
  const may = useMay();
  const creating = useDialog<true>();
  const action = may(createCar) && (
    <Button type="primary" onClick={() => creating.open(true)}>
      新建
    </Button>
  );
  return (
    <>
      <Note icon={<CarOutlined />} sentence="车辆未建档" hint="请核对VIN，或等待工厂、导入建档" action={action} />
      {creating.value && <CreateCarDialog vin={vin} onDone={(car) => onOpen(car.vin)} onClose={creating.close} />}
    </>
  );
}
