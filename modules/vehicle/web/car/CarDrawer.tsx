import { CarOutlined } from "@ant-design/icons";
import { copyText, DrawerActions, Note, NotLoaded, Refusal, useClosing, useDialog, useMay } from "@ops/platform/web";
import { createCar } from "@ops/vehicle/contract";
import { Button, Drawer, Skeleton } from "antd";
import { useState } from "react";
import { CarSteps } from "./CarSteps.tsx";
import { CarTabs } from "./CarTabs.tsx";
import { CreateCarDialog } from "./CreateCarDialog.tsx";
import { carActs } from "./car-acts.tsx";
import { CarState, VinText } from "./car-columns.tsx";
import { useCar } from "./use-car.ts";

interface Props {
  readonly vin: string;
  readonly onOpen: (vin: string) => void;
  readonly onClose: () => void;
}

/** 车辆档案 (5.2): what it is, where it stands, who holds it, what happened to it. */
export function CarDrawer({ vin, onOpen, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const [tab, setTab] = useState("overview");
  const { data: car, error, refetch } = useCar(vin);
  const refusal = !car && error instanceof Refusal ? error : null;
  const isUnknown = refusal?.msgCode === "COMMON_NOT_FOUND";
  const title = (
    <span className="car-head">
      <VinText vin={car?.vin ?? vin} />
      <Button size="small" onClick={() => void copyText(car?.vin ?? vin)}>
        复制
      </Button>
      {car && <CarState car={car} />}
    </span>
  );
  return (
    <Drawer title={title} size={960} extra={<CarSteps vin={vin} onOpen={onOpen} />} {...drawer}>
      {isUnknown && <Unknown vin={vin} onOpen={onOpen} />}
      {refusal && !isUnknown && <Note icon={<CarOutlined />} sentence={refusal.message} />}
      {error && !car && !refusal && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {!car && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {car && (
        <CarTabs key={car.id} car={car} tab={tab} onTab={setTab}>
          <DrawerActions actions={carActs} record={car} />
        </CarTabs>
      )}
    </Drawer>
  );
}

function Unknown({ vin, onOpen }: Omit<Props, "onClose">) {
  const may = useMay();
  const creating = useDialog<true>();
  const action = may(createCar) && (
    <Button type="primary" onClick={() => creating.open(true)}>
      新建
    </Button>
  );
  return (
    <>
      <Note
        icon={<CarOutlined />}
        sentence="车辆未建档"
        hint="请核对VIN，或等待工厂、导入建档"
        {...(action ? { action } : {})}
      />
      {creating.value && <CreateCarDialog vin={vin} onDone={(car) => onOpen(car.vin)} onClose={creating.close} />}
    </>
  );
}
