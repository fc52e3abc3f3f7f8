import type { Appointment } from "@ops/order/contract";
import type { Tone } from "@ops/platform/web";

export const appointmentTones: Readonly<Record<Appointment["state"], Tone>> = {
  BOOKED: "active",
  DONE: "good",
  CANCELLED: "off",
  NO_SHOW: "bad",
};
