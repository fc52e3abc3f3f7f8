import { copyText, recordOf } from "@ops/platform/web";
import { type CarDetail, getCar, listCarEvents, quoteCar } from "@ops/vehicle/contract";
import { Button } from "antd";
import { CarQuote } from "./CarQuote.tsx";
import { CarStays } from "./CarStays.tsx";
import { carActions } from "./car-acts.tsx";
import { CarColors, CarState, holderText, placeText, VinText } from "./car-columns.tsx";
import { CarEvents, CarHolds, ConditionTables, LatestCarEvents } from "./car-tables.tsx";

const isWhole = ({ isNarrowed }: CarDetail) => !isNarrowed;

/**
 * A summary of the car, and tabs for the rest, each with its own permission. A person who may only look up single VINs
 * sees the answer of the look-up.
 */
export const carRecord = recordOf({
  endpoint: getCar,
  entity: "车辆档案",
  title: ({ vin }) => <Vin vin={vin} />,
  tags: (car) => <CarState car={car} />,
  notice: (car) => <CarGlance car={car} />,
  actions: carActions,
  overview: {
    title: "概览",
    fields: [
      "configName",
      { label: "外观 / 内饰", show: "extColor", as: (car) => <CarColors car={car} /> },
      "buildState",
      "producedOn",
      "plantCode",
      "releasedAt",
      { show: "holder", as: holderText, when: isWhole },
      { label: "位置", show: "placeName", as: placeText },
      "placeAt",
      { show: "expectAt", when: ({ placeKind }) => placeKind === "TRANSIT" },
      { show: "stockKind", when: isWhole },
      { show: "marketTypeName", when: isWhole },
      { show: "inStockAt", when: isWhole },
      { show: "buildOrderNo", when: isWhole },
      { show: "motorNos", as: ({ motorNos }) => motorNos.join("、") || "-" },
      "engineNo",
      "batteryNo",
      { show: "deliveredAt", when: isWhole },
      { show: "activatedAt", when: isWhole },
      { show: "linkedVin", when: ({ linkedVin }) => linkedVin !== null },
      "updatedAt",
    ],
    latest: {
      needs: listCarEvents,
      content: ({ vin }) => <LatestCarEvents vin={vin} />,
      all: { tab: "events", title: "事件流" },
    },
  },
  tabs: [
    {
      key: "spec",
      title: "配置与价格",
      needs: quoteCar,
      when: isWhole,
      content: (car) => <CarQuote car={car} />,
    },
    { key: "holds", title: "占用", needs: getCar, when: isWhole, content: ({ vin }) => <CarHolds vin={vin} /> },
    { key: "stays", title: "位置", needs: getCar, content: ({ vin }) => <CarStays vin={vin} /> },
    { key: "condition", title: "车况", content: (car) => <ConditionTables car={car} /> },
    {
      key: "readings",
      title: "里程车牌",
      when: isWhole,
      fields: [
        { show: "mileageKm", as: ({ mileageKm }) => (mileageKm === null ? "-" : `${mileageKm} km`) },
        "mileageAt",
        "plateNo",
        "plateAt",
        { show: "ownerSeq", as: ({ ownerSeq }) => ownerSeq || "-" },
      ],
    },
    { key: "events", title: "事件流", needs: getCar, content: ({ vin }) => <CarEvents vin={vin} /> },
  ],
  logs: { title: "日志", when: isWhole },
  width: 960,
});

function Vin({ vin }: { readonly vin: string }) {
  return (
    <>
      <VinText vin={vin} />
      <Button size="small" onClick={() => void copyText(vin)}>
        复制
      </Button>
    </>
  );
}

/** Colours, specification, place and holder of the car at a glance. */
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
