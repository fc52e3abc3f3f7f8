import { checkDigitOf } from "@ops/platform/contract";
import { demoId, pastStamp } from "@ops/platform/server";

/** Makes nine messages about cars that are not registered, and four with a 物料号 that is not bound. */
export function demoIntakes(today: Date): object[] {
  return Array.from({ length: 13 }, (_, at) => {
    const isWaiting = at < 9;
    const id = demoId(`intake:${at}`);
    const receivedAt = new Date(today.getTime() - (at + 1) * 1_800_000);
    const stamp = { id, ...pastStamp(receivedAt) };
    const told = isWaiting
      ? { type: "released", payload: {}, state: "WAITING", reason: "车辆未建档" }
      : { type: "vinAssigned", payload: { saleCode: "QY-NEW-27" }, state: "FAILED", reason: "配置编码或物料号不存在" };
    const draft = `L0Z9D1B20TA9${String(at).padStart(5, "0")}`;
    const vin = `${draft.slice(0, 8)}${checkDigitOf(draft)}${draft.slice(9)}`;
    const message = { source: "MES", eventId: `MES-${91_000 + at}`, vin, receivedAt, tries: 1 };
    return { ...stamp, ...told, ...message, occurredAt: new Date(receivedAt.getTime() - 20_000) };
  });
}
