import { FactsBeside, FieldList, LogsView, SidePart, useMay } from "@ops/platform/web";
import { CarDetail, getCar, quoteCar } from "@ops/vehicle/contract";
import { Button, Tabs } from "antd";
import type { ReactNode } from "react";
import { BlockTable } from "./BlockTable.tsx";
import { CarQuote } from "./CarQuote.tsx";
import { CarStays } from "./CarStays.tsx";
import { CarColors, holderText, placeText } from "./car-columns.tsx";
import { CarEvents, CarHolds, ConditionTable, LatestCarEvents } from "./car-tables.tsx";
import { addedCarTabs } from "./car-tabs.ts";

interface Props {
  readonly car: CarDetail;
  readonly tab: string;
  readonly onTab: (tab: string) => void;
  /** What can be done with the car. */
  readonly children?: ReactNode;
}

/** What the car is at a glance, and everything else in tabs; each for those who may see it. */
export function CarTabs({ car, tab, onTab, children }: Props) {
  const may = useMay();
  const isSeen = may(getCar); // who may only look up single VINs sees what the look-up has answered
  const isWhole = !car.isNarrowed;
  const tabs = [
    { key: "overview", label: "概览", shown: true, content: <Overview car={car} isSeen={isSeen} onTab={onTab} /> },
    { key: "spec", label: "配置与价格", shown: isWhole && may(quoteCar), content: <CarQuote car={car} /> },
    { key: "holds", label: "占用", shown: isWhole && isSeen, content: <CarHolds vin={car.vin} /> },
    { key: "stays", label: "位置", shown: isSeen, content: <CarStays vin={car.vin} /> },
    { key: "condition", label: "车况", shown: true, content: <Condition car={car} /> },
    { key: "readings", label: "里程车牌", shown: isWhole, content: <Readings car={car} /> },
    { key: "events", label: "事件流", shown: isSeen, content: <CarEvents vin={car.vin} /> },
    { key: "logs", label: "日志", shown: isWhole && isSeen, content: <LogsView bizType="car" bizId={car.id} /> },
    ...addedCarTabs().map(({ content: Content, needs, ...added }) => ({
      ...added,
      shown: may(needs),
      content: <Content car={car} />,
    })),
  ];
  return (
    <>
      <CarGlance car={car} />
      {children}
      <Tabs
        activeKey={tab}
        onChange={onTab}
        items={tabs.filter(({ shown }) => shown).map(({ key, label, content }) => ({ key, label, children: content }))}
      />
    </>
  );
}

/** Its colours, what it is, where it stands, who has it and for how long. */
function CarGlance({ car }: { readonly car: CarDetail }) {
  return (
    <div className="car-glance">
      <span
        className="car-paint"
        role="img"
        aria-label={`外观${car.extColor.colorName}，内饰${car.intColor.colorName}`}
        style={{ background: car.extColor.hex }}
      >
        <i style={{ background: car.intColor.hex }} />
      </span>
      <div>
        <strong>{car.configName}</strong>
        <small>
          {car.extColor.colorName} / {car.intColor.colorName}
        </small>
      </div>
      <dl>
        <dt>位置</dt>
        <dd>{placeText(car)}</dd>
        {!car.isNarrowed && (
          <>
            <dt>占用方</dt>
            <dd>{holderText(car)}</dd>
            <dt>库龄</dt>
            <dd>{car.stockDays === null ? "-" : `${car.stockDays} 天`}</dd>
          </>
        )}
      </dl>
    </div>
  );
}

interface OverviewProps extends Pick<Props, "car" | "onTab"> {
  readonly isSeen: boolean;
}

function Overview({ car, isSeen, onTab }: OverviewProps) {
  const beside = isSeen && (
    <SidePart
      title="近期动态"
      extra={
        <Button type="link" size="small" onClick={() => onTab("events")}>
          事件流
        </Button>
      }
    >
      <LatestCarEvents key={car.version} vin={car.vin} />
    </SidePart>
  );
  return (
    <FactsBeside beside={beside}>
      <CarFacts car={car} />
    </FactsBeside>
  );
}

function CarFacts({ car }: { readonly car: CarDetail }) {
  const seen = (one: CarDetail) => !one.isNarrowed;
  const whole = (["stockKind", "marketTypeName", "inStockAt", "buildOrderNo"] as const).map((show) => ({
    show,
    when: seen,
  }));
  const life = (["deliveredAt", "activatedAt"] as const).map((show) => ({ show, when: seen }));
  return (
    <FieldList
      schema={CarDetail}
      record={car}
      fields={[
        { show: "configName" },
        { label: "外观 / 内饰", show: "extColor", as: (one) => <CarColors car={one} /> },
        ...(["buildState", "producedOn", "plantCode", "releasedAt"] as const).map((show) => ({ show })),
        { show: "holder", as: holderText, when: seen },
        { label: "位置", show: "placeName", as: placeText },
        { show: "placeAt" },
        { show: "expectAt", when: (one) => one.placeKind === "TRANSIT" },
        ...whole,
        { show: "motorNos", as: (one) => one.motorNos.join("、") || "-" },
        ...(["engineNo", "batteryNo"] as const).map((show) => ({ show })),
        ...life,
        { show: "linkedVin", when: (one) => one.linkedVin !== null },
        { show: "updatedAt" },
      ]}
    />
  );
}

function Condition({ car }: { readonly car: CarDetail }) {
  return (
    <>
      {!car.isNarrowed && <BlockTable car={car} />}
      <ConditionTable car={car} />
    </>
  );
}

function Readings({ car }: { readonly car: CarDetail }) {
  return (
    <FieldList
      schema={CarDetail}
      record={car}
      fields={[
        { show: "mileageKm", as: (one) => (one.mileageKm === null ? "-" : `${one.mileageKm} km`) },
        ...(["mileageAt", "plateNo", "plateAt"] as const).map((show) => ({ show })),
        { show: "ownerSeq", as: (one) => one.ownerSeq || "-" },
      ]}
    />
  );
}
