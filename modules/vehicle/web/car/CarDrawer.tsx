import { CarOutlined } from "@ant-design/icons";
import {
  copyText,
  FieldList,
  LogsView,
  Note,
  NotLoaded,
  Refusal,
  useClosing,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { CarDetail, getCar, listCarEvents, quoteCar } from "@ops/vehicle/contract";
import { Button, Drawer, Skeleton, Tabs } from "antd";
import { CarActions } from "./CarActions.tsx";
import { CarQuote } from "./CarQuote.tsx";
import { CarColors, CarState, holderText, placeText, VinText } from "./car-columns.tsx";
import { CarEvents, CarHolds, CarStays, ConditionTable } from "./car-tables.tsx";
import { addedCarTabs } from "./car-tabs.ts";

interface Props {
  readonly vin: string;
  readonly onClose: () => void;
}

/** 车辆档案 (5.2): what it is, where it stands, who holds it, what happened to it. */
export function CarDrawer({ vin, onClose }: Props) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const { data: car, error, refetch } = useEndpoint(getCar, { params: { vin } }, { silent: true });
  const isUnknown = !car && error instanceof Refusal && error.msgCode === "COMMON_NOT_FOUND";
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
    <Drawer title={title} size={960} {...drawer}>
      {isUnknown && <Note icon={<CarOutlined />} sentence="车辆未建档" hint="请核对VIN，或等待工厂、导入建档" />}
      {error && !car && !isUnknown && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {!car && !error && <Skeleton active paragraph={{ rows: 6 }} />}
      {car && (
        <>
          <CarActions car={car} />
          <Tabs
            items={[
              { key: "overview", label: "概览", children: <Overview car={car} /> },
              ...(may(quoteCar) ? [{ key: "spec", label: "配置与价格", children: <CarQuote car={car} /> }] : []),
              { key: "holds", label: "占用", children: <CarHolds vin={car.vin} /> },
              { key: "stays", label: "位置", children: <CarStays vin={car.vin} /> },
              { key: "condition", label: "车况", children: <ConditionTable car={car} /> },
              { key: "readings", label: "里程车牌", children: <Readings car={car} /> },
              ...(may(listCarEvents)
                ? [{ key: "events", label: "事件流", children: <CarEvents vin={car.vin} /> }]
                : []),
              { key: "logs", label: "日志", children: <LogsView bizType="car" bizId={car.id} /> },
              ...addedCarTabs()
                .filter(({ needs }) => may(needs))
                .map(({ key, label, content: Content }) => ({ key, label, children: <Content car={car} /> })),
            ]}
          />
        </>
      )}
    </Drawer>
  );
}

function Overview({ car }: { readonly car: CarDetail }) {
  return (
    <FieldList
      schema={CarDetail}
      record={car}
      fields={[
        { show: "configName" },
        { label: "外观 / 内饰", show: "extColor", as: (one) => <CarColors car={one} /> },
        ...(["buildState", "producedOn", "plantCode", "releasedAt"] as const).map((show) => ({ show })),
        { show: "holder", as: holderText },
        { label: "位置", show: "placeName", as: placeText },
        ...(["placeAt", "inStockAt", "stockKind", "marketTypeName"] as const).map((show) => ({ show })),
        { show: "expectAt", when: (one) => one.placeKind === "TRANSIT" },
        { show: "motorNos", as: (one) => one.motorNos.join("、") || "-" },
        ...(["engineNo", "batteryNo", "buildOrderNo", "deliveredAt", "activatedAt"] as const).map((show) => ({ show })),
        { show: "linkedVin", when: (one) => one.linkedVin !== null },
        { show: "updatedAt" },
      ]}
    />
  );
}

function Readings({ car }: { readonly car: CarDetail }) {
  return (
    <FieldList
      schema={CarDetail}
      record={car}
      fields={[
        { show: "mileageKm", as: (one) => (one.mileageKm === null ? "-" : `${one.mileageKm} km`) },
        ...(["mileageAt", "plateNo", "plateAt", "ownerSeq"] as const).map((show) => ({ show })),
      ]}
    />
  );
}
