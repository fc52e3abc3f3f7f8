import { commonErrors } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import type { CarSource, DamageLevel } from "../../contract/index.ts";
import { lockCar } from "../car-record/lock-car.ts";
import { tellCar } from "../car-record/tell-car.ts";
import { db, findRows } from "../database.ts";

export interface Condition {
  readonly carId: string;
  /** The number of the damage case or inspection. Reported again under this number, it is the same note. */
  readonly sourceNo: string;
  readonly level: DamageLevel;
  readonly text: string;
  readonly fileIds: readonly string[];
  readonly source: CarSource;
  readonly at?: Date;
}

/** Notes a damage of a car. Answers the worst damage that is not repaired. */
export async function noteCondition(tx: Tx, condition: Condition): Promise<DamageLevel | null> {
  const { carId, sourceNo, level, text, fileIds, source, at } = condition;
  const car = await lockCar(tx, carId);
  const values = { level, text, fileIds: [...fileIds], state: "OPEN" as const, notedAt: at ?? tx.now, closedAt: null };
  await db(tx)
    .insertInto("carCondition")
    .values({ id: newId(), carId, sourceNo, ...values })
    .onConflict((conflict) => conflict.columns(["carId", "sourceNo"]).doUpdateSet(values))
    .execute();
  const worstDamage = await worstOf(tx, carId);
  await tellCar(tx, car, { type: "conditionNoted", source, at, note: `${sourceNo} ${text}` }, () => ({ worstDamage }));
  return worstDamage;
}

/** Closes a damage that was repaired or was none. Answers the worst damage that is left. */
export async function closeCondition(
  tx: Tx,
  { carId, sourceNo, state, source }: Pick<Condition, "carId" | "sourceNo" | "source"> & { state: "REPAIRED" | "VOID" },
): Promise<DamageLevel | null> {
  const car = await lockCar(tx, carId);
  const closed = await db(tx)
    .updateTable("carCondition")
    .set({ state, closedAt: tx.now })
    .where("carId", "=", carId)
    .where("sourceNo", "=", sourceNo)
    .returning("id")
    .executeTakeFirst();
  if (!closed) throw commonErrors.notFound();
  const worstDamage = await worstOf(tx, carId);
  await tellCar(tx, car, { type: "conditionClosed", source, note: sourceNo }, () => ({ worstDamage }));
  return worstDamage;
}

const worseFirst: readonly DamageLevel[] = ["SEVERE", "MEDIUM", "MINOR"];

async function worstOf(tx: Tx, carId: string): Promise<DamageLevel | null> {
  const open = await findRows(tx, "carCondition", { carId, state: "OPEN" });
  return worseFirst.find((level) => open.some((one) => one.level === level)) ?? null;
}
