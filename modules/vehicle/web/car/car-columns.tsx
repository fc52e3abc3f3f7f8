import { type Column, DotText, type Tone } from "@ops/platform/web";
import {
  type Car,
  carFlags,
  damageLevels,
  holdKinds,
  holdStates,
  type listCars,
  placeKinds,
  type Whereabouts,
  whereaboutsNames,
} from "@ops/vehicle/contract";
import { Tag } from "antd";
import "../vehicle.css";
import "./car.css";

type Shown = Pick<Car, "whereabouts" | "holdState" | "openBlocks" | "worstDamage" | "flags">;

const tones: Readonly<Record<Whereabouts, Tone>> = {
  OFF: "off",
  DELIVERED: "good",
  RETURNED: "warn",
  PLANNED: "neutral",
  TRANSIT: "active",
  AT_STORE: "good",
  ALLOCATED: "active",
  LOCKED: "warn",
  BLOCKED: "bad",
  FREE: "neutral",
};

/** 去向 in one word; what else holds stands beside it. */
export function CarState({ car }: { readonly car: Shown }) {
  const isHeld = car.holdState === "LOCKED" || car.holdState === "ALLOCATED";
  const isTold = car.whereabouts === car.holdState || car.whereabouts === "AT_STORE";
  return (
    <span className="car-state">
      <DotText tone={tones[car.whereabouts]} text={whereaboutsNames[car.whereabouts]} />
      {isHeld && !isTold && <Tag>{holdStates.label(car.holdState)}</Tag>}
      {car.openBlocks > 0 && <Tag color="error">管控 {car.openBlocks}</Tag>}
      {car.worstDamage && <Tag color="warning">质损{damageLevels[car.worstDamage]}</Tag>}
      {car.flags.map((flag) => (
        <Tag key={flag} color="gold">
          {carFlags[flag]}
        </Tag>
      ))}
    </span>
  );
}

/** The last eight are what people read out. */
export function VinText({ vin }: { readonly vin: string }) {
  return (
    <span className="car-vin">
      {vin.slice(0, -8)}
      <b>{vin.slice(-8)}</b>
    </span>
  );
}

export function CarColors({ car }: { readonly car: Pick<Car, "extColor" | "intColor"> }) {
  return (
    <span className="swatch-name">
      <i className="swatch" data-side="EXT" style={{ background: car.extColor.hex }} />
      <i className="swatch" data-side="INT" style={{ background: car.intColor.hex }} />
      {car.extColor.colorName} / {car.intColor.colorName}
    </span>
  );
}

export const holderText = ({ holder }: Pick<Car, "holder">): string =>
  holder ? (holder.kind === "OWNER" ? holdKinds.OWNER : `${holdKinds[holder.kind]} ${holder.refNo}`) : "-";

export const placeText = ({ placeKind, placeName }: Pick<Car, "placeKind" | "placeName">): string =>
  placeName ? `${placeKinds[placeKind]} · ${placeName}` : placeKinds[placeKind];

export function carColumns(open: (car: { vin: string }) => void): readonly Column<typeof listCars>[] {
  return [
    {
      show: "vin",
      width: 180,
      as: ({ vin }) => (
        <button type="button" className="text-button" onClick={() => open({ vin })}>
          <VinText vin={vin} />
        </button>
      ),
    },
    { show: "configName", width: 200 },
    { title: "外观 / 内饰", show: "extColor", width: 165, as: (car) => <CarColors car={car} /> },
    { show: "whereabouts", width: 190, as: (car) => <CarState car={car} /> },
    { show: "holder", width: 150, as: holderText },
    { title: "位置", show: "placeName", width: 175, as: placeText },
    {
      show: "stockDays",
      width: 75,
      align: "right",
      as: ({ stockDays }) => (stockDays === null ? "-" : `${stockDays} 天`),
    },
    { show: "stockKind", width: 95 },
    { show: "marketTypeName", width: 95 },
    {
      show: "mileageKm",
      width: 85,
      align: "right",
      as: ({ mileageKm }) => (mileageKm === null ? "-" : `${mileageKm} km`),
    },
    { show: "producedOn", width: 105 },
    { show: "plateNo", width: 100, hidden: true },
    { show: "buildState", width: 90, hidden: true },
    { show: "updatedAt", width: 155 },
  ];
}
