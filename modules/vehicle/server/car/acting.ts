import { acting, bindFile, newId, presentEach, SavedRow, type Tx, usagesOf } from "@ops/platform/server";
import { carActs, carErrors, holdStates, offReasons, whereaboutsNames } from "../../contract/index.ts";
import { clearTimeInStock, endHold } from "../car-record/holds.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { type CarRow, cars } from "../car-record/tables.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db } from "../database.ts";
import { blockTold } from "../published/blocks.ts";
import { byPerson } from "./lock-for-person.ts";
import { presentCar } from "./present.ts";
import { RIGHTS_ACCOUNT } from "./rights-account.ts";

/**
 * What people do to the hold of a car. Each act goes through the log of the car, because nothing else may change a car.
 */
export const carActing = acting(carActs, cars, {
  present: presentEach(presentCar),
  before: async (tx, car, move) => {
    if (move === "takeBack") await refuseOpenRights(tx, car);
    await lockCar(tx, car.id); // this waits only for a short time
  },
  on: {
    /** 复检: a returned car becomes free again, or it stays returned and gets a quality block. */
    inspect: async (tx, car, { result, stockKind, text, fileIds }) => {
      const holdState = holdStates.next(car.holdState, result === "PASS" ? "inspectPass" : "inspectFail");
      await bindFiles(tx, car, fileIds);
      await db(tx)
        .insertInto("carInspection")
        .values({ id: newId(), carId: car.id, result, stockKind, text, fileIds, by: tx.actor.userId, at: tx.now })
        .execute();
      const fact = { type: "inspected", ...byPerson, note: text } as const;
      const inspected = await tellCar(tx, car, fact, () => ({ holdState, stockKind }));
      if (result === "PASS") return new SavedRow(inspected.car);
      const failed = { ...byPerson, kind: "QUALITY", reason: `复检不合格：${text}` } as const;
      return new SavedRow((await blockTold(tx, inspected.car, failed)).car);
    },
    restore: async (tx, car, { reason }) => {
      const holdState = holdStates.next(car.holdState, "restore");
      const fact = { type: "restored", ...byPerson, note: reason } as const;
      const told = await tellCar(tx, car, fact, (_car, dated) => ({ ...clearTimeInStock(car, dated), holdState }));
      return new SavedRow(told.car);
    },
    takeBack: async (tx, car, { reason, fileIds }) => {
      const holdState = holdStates.next(car.holdState, "takeBack");
      await bindFiles(tx, car, fileIds);
      const told = await tellCar(tx, car, { type: "takenBack", ...byPerson, note: reason }, async (_car, dated) => ({
        ...(await endHold(tx, car, { endReason: "退车回购", at: dated.at })),
        ...clearTimeInStock(car, dated),
        holdState,
        stockKind: "BUYBACK" as const,
        ownerId: null,
        plateNo: null,
        placeKind: "UNKNOWN" as const,
        placeId: null,
        placeName: null,
      }));
      return new SavedRow(told.car);
    },
    /** 注销: the numbers of the car's parts become free again. A car on a truck can only be written off as lost. */
    off: async (tx, car, { kind, reason }) => {
      const holdState = holdStates.next(car.holdState, "off");
      if (car.placeKind === "TRANSIT" && kind !== "LOST") {
        throw carErrors.stateIllegal({ state: whereaboutsNames.TRANSIT, action: holdStates.moves.off.label });
      }
      const fact = { type: "off", ...byPerson, note: `${offReasons[kind]}：${reason}` } as const;
      return new SavedRow((await tellCar(tx, car, fact, () => ({ holdState }))).car);
    },
  },
});

/** Asks other modules before the car is locked (VE-R9), and only if the car could be taken back at all. */
async function refuseOpenRights(tx: Tx, { id, holdState }: CarRow): Promise<void> {
  if (!holdStates.can(holdState, "takeBack")) return;
  const open = (await usagesOf(tx, cars.name, id)).find(({ kind }) => kind === RIGHTS_ACCOUNT);
  if (open) throw carErrors.rightsOpen({ count: open.count, what: open.label });
}

async function bindFiles(tx: Tx, { id: bizId }: CarRow, fileIds: readonly string[]): Promise<void> {
  for (const fileId of fileIds) await bindFile(tx, fileId, { bizType: cars.name, bizId });
}
