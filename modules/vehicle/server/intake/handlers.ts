import { dayOf } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import type { z } from "zod";
import { carErrors, type IntakeType, intakePayloads, intakeTypes } from "../../contract/index.ts";
import { isMileageWatched, isThinned } from "../car-record/mileage-watch.ts";
import type { CarRow } from "../car-record/tables.ts";
import type { Told } from "../car-record/tell-car.ts";
import { placeCar } from "../place/place-car.ts";
import { requirePlace } from "../place/resolver.ts";
import { blockTold, unblockTold } from "../published/blocks.ts";
import { tellActivated, tellMileage } from "../published/readings.ts";
import { tellAssigned, tellParts, tellProduced, tellReleased } from "../register/build-car.ts";
import type { NewCar } from "../register/register-car.ts";

/** One message, with the number and the time that its sender gave it. */
export interface Message {
  readonly source: "MES" | "CLOUD";
  readonly eventId: string;
  readonly at: Date;
  readonly vin: string;
  readonly payload: unknown;
  /** Whether a module needs each message of this kind. */
  readonly isWatched?: boolean;
}

interface Handler {
  /** Applies the message to a locked car. */
  tell(tx: Tx, car: CarRow, message: Message): Promise<Told>;
  /** Makes the car to register if the VIN is unknown; null if the message says too little. */
  newCar?(message: Message): NewCar | null;
  /** Asks other modules, before the car is locked. */
  isWatched?(tx: Tx, carId: string, message: Message): Promise<boolean>;
}

const originOf = ({ source, eventId, at }: Message) => ({ source, eventId, at });
const readMessage = <T extends IntakeType>(type: T, message: Message) => ({
  ...originOf(message),
  ...read(intakePayloads[type], message),
});

export const handlers: Readonly<Record<IntakeType, Handler>> = {
  vinAssigned: {
    tell: (tx, car, message) => tellAssigned(tx, car, readMessage("vinAssigned", message)),
    newCar: (message) => ({ ...readMessage("vinAssigned", message), vin: message.vin }),
  },
  produced: {
    tell: (tx, car, message) => tellProduced(tx, car, producedOf(message)),
    newCar: (message) => {
      const produced = producedOf(message);
      const isTold = produced.configCode !== undefined || produced.saleCode !== undefined;
      return isTold ? { ...produced, vin: message.vin, buildState: "BUILT" } : null;
    },
  },
  released: { tell: (tx, car, message) => tellReleased(tx, car, readMessage("released", message)) },
  blocked: { tell: (tx, car, message) => blockTold(tx, car, readMessage("blocked", message)) },
  unblocked: { tell: (tx, car, message) => unblockTold(tx, car, readMessage("unblocked", message)) },
  partsChanged: { tell: (tx, car, message) => tellParts(tx, car, readMessage("partsChanged", message)) },
  siteMoved: {
    tell: async (tx, car, message) => {
      const { placeKind: kind, siteCode } = read(intakePayloads.siteMoved, message);
      return placeCar(tx, car, { ...originOf(message), kind, place: await requirePlace(tx, kind, siteCode) });
    },
  },
  activated: { tell: (tx, car, message) => tellActivated(tx, car, originOf(message)) },
  mileage: {
    isWatched: (tx, carId, message) => isMileageWatched(tx, { carId, ...read(intakePayloads.mileage, message) }),
    tell: async (tx, car, message) => {
      const reading = readMessage("mileage", message);
      const isSpare = !message.isWatched && isThinned(tx, car, reading);
      return isSpare ? { car, applied: false, reason: "当日里程已记录" } : tellMileage(tx, car, reading);
    },
  },
};

export const isIntakeType = (type: string): type is IntakeType => Object.hasOwn(intakeTypes, type);

/** Tells the sender: activation and mileage come from the cars themselves, everything else from the factory. */
export const sourceOf = (type: string): Message["source"] =>
  type === "activated" || type === "mileage" ? "CLOUD" : "MES";

function producedOf(message: Message) {
  const payload = read(intakePayloads.produced, message);
  return { ...originOf(message), ...payload, producedOn: payload.producedOn ?? dayOf(message.at) };
}

function read<S extends z.ZodObject>(schema: S, { payload }: Message): z.output<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw carErrors.eventPayload({ field: parsed.error.issues[0]?.path.join(".") || "payload" });
}
