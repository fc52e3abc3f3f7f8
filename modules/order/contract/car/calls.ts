import { callsOf, day, reason, ref, withMeta } from "@ops/platform/contract";
import { CarRef } from "@ops/vehicle/contract";
import { z } from "zod";
import { OrderShape, orderFrame } from "../order/shape.ts";

const calls = callsOf(OrderShape, orderFrame);

/** Notes that the factory has planned the car, and when it is expected at the customer's. */
export const scheduleOrder = calls.on(
  "schedule",
  "登记排产",
  { eta: day.optional().meta({ label: "预计交付" }) },
  { permission: "order:order:schedule" },
);

/** Whoever names a car has to see it. */
const CAR_VIEW = "vehicle:car:view";

/** The cars that nobody has and that are equal to what was ordered, those of the delivering store first. */
export const listFittingCars = calls.part("cars", "可配车辆", {
  requires: [CAR_VIEW],
  answer: z.array(
    z.object({
      id: z.string(),
      vin: withMeta(z.string(), { label: "VIN" }),
      placeName: withMeta(z.string(), { label: "所在地" }),
      inStockOn: withMeta(z.string().nullable(), { label: "入库日期" }),
    }),
  ),
});

/** Takes a car from stock for a locked order. */
export const matchOrderCar = calls.on(
  "match-car",
  "配现车",
  { carId: ref(CarRef, "车辆", { checkedBy: "service" }) },
  { permission: "order:car:match", requires: [CAR_VIEW] },
);

/** Gives the car back and takes another one. */
export const swapOrderCar = calls.on(
  "swap-car",
  "换车",
  { carId: ref(CarRef, "车辆", { checkedBy: "service" }), reason },
  { permission: "order:car:swap", risk: "HIGH", requires: [CAR_VIEW] },
);
