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
import { activatedTold, mileageTold } from "../published/readings.ts";
import { assignedTold, partsTold, producedTold, releasedTold } from "../register/build-car.ts";
import type { NewCar } from "../register/register-car.ts";

/** One message, with the number and the instant that its sender gave it. */
export interface Message {
  readonly source: "MES" | "CLOUD";
  readonly eventId: string;
  readonly at: Date;
  readonly vin: string;
  readonly payload: unknown;
  /** Somebody waits for each of its kind. */
  readonly isWatched?: boolean;
}

interface Handler {
  /** What it does to a locked car. */
  tell(tx: Tx, car: CarRow, message: Message): Promise<Told>;
  /** The car that it registers where the VIN is not known; null when it says too little. */
  newCar?(message: Message): NewCar | null;
  /** Asked of other modules before the car is locked. */
  isWatched?(tx: Tx, carId: string, message: Message): Promise<boolean>;
}

const told = ({ source, eventId, at }: Message) => ({ source, eventId, at });

export const handlers: Readonly<Record<IntakeType, Handler>> = {
  vinAssigned: {
    tell: (tx, car, message) =>
      assignedTold(tx, car, { ...told(message), ...read(intakePayloads.vinAssigned, message) }),
    newCar: (message) => ({ ...told(message), ...read(intakePayloads.vinAssigned, message), vin: message.vin }),
  },
  produced: {
    tell: (tx, car, message) => producedTold(tx, car, producedOf(message)),
    newCar: (message) => {
      const produced = producedOf(message);
      const isTold = produced.configCode !== undefined || produced.saleCode !== undefined;
      return isTold ? { ...produced, vin: message.vin, buildState: "BUILT" } : null;
    },
  },
  released: {
    tell: (tx, car, message) => releasedTold(tx, car, { ...told(message), ...read(intakePayloads.released, message) }),
  },
  blocked: {
    tell: (tx, car, message) => blockTold(tx, car, { ...told(message), ...read(intakePayloads.blocked, message) }),
  },
  unblocked: {
    tell: (tx, car, message) => unblockTold(tx, car, { ...told(message), ...read(intakePayloads.unblocked, message) }),
  },
  partsChanged: {
    tell: (tx, car, message) => partsTold(tx, car, { ...told(message), ...read(intakePayloads.partsChanged, message) }),
  },
  siteMoved: {
    tell: async (tx, car, message) => {
      const { placeKind: kind, siteCode } = read(intakePayloads.siteMoved, message);
      return placeCar(tx, car, { ...told(message), kind, place: await requirePlace(tx, kind, siteCode) });
    },
  },
  activated: { tell: (tx, car, message) => activatedTold(tx, car, told(message)) },
  mileage: {
    isWatched: (tx, carId, message) => isMileageWatched(tx, { carId, ...read(intakePayloads.mileage, message) }),
    tell: async (tx, car, message) => {
      const reading = { ...told(message), ...read(intakePayloads.mileage, message) };
      const isSpare = !message.isWatched && isThinned(tx, car, reading);
      return isSpare ? { car, applied: false, reason: "当日里程已记录" } : mileageTold(tx, car, reading);
    },
  },
};

export const isIntakeType = (type: string): type is IntakeType => Object.hasOwn(intakeTypes, type);

/** Activation and mileage come from the cars themselves, all else from the factory. */
export const sourceOf = (type: string): Message["source"] =>
  type === "activated" || type === "mileage" ? "CLOUD" : "MES";

function producedOf(message: Message) {
  const payload = read(intakePayloads.produced, message);
  return { ...told(message), ...payload, producedOn: payload.producedOn ?? dayOf(message.at) };
}

function read<S extends z.ZodObject>(schema: S, { payload }: Message): z.output<S> {
  const parsed = schema.safeParse(payload);
  if (parsed.success) return parsed.data;
  throw carErrors.eventPayload({ field: parsed.error.issues[0]?.path.join(".") || "payload" });
}
