import { type Column, columnsOf, DotText, type Tone } from "@ops/platform/web";
import {
  type Car,
  carFlags,
  damageLevels,
  holdKinds,
  holdStates,
  listCars,
  placeKinds,
  vinTail,
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

/** Shows 去向 in one word, and further states beside it. */
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

/** Emphasises the last characters, which people use to name a car. */
export function VinText({ vin }: { readonly vin: string }) {
  return (
    <span className="car-vin">
      {vin.slice(0, -8)}
      <b>{vinTail({ vin })}</b>
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
  return columnsOf(listCars, {
    vin: { width: 180, as: ({ vin }) => <VinText vin={vin} />, opens: open },
    configName: 200,
    extColor: { title: "外观 / 内饰", width: 165, as: (car) => <CarColors car={car} /> },
    whereabouts: { width: 190, as: (car) => <CarState car={car} /> },
    holder: { width: 150, as: holderText },
    placeName: { width: 175, as: placeText },
    stockDays: { width: 75, as: ({ stockDays }) => (stockDays === null ? "-" : `${stockDays} 天`) },
    stockKind: true,
    marketTypeName: 95,
    mileageKm: ({ mileageKm }) => (mileageKm === null ? "-" : `${mileageKm} km`),
    producedOn: true,
    plateNo: { width: 100, hidden: true },
    buildState: { hidden: true },
    updatedAt: true,
  });
}
