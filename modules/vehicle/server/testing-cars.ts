import assert from "node:assert/strict";
import { BusinessError, checkDigitOf } from "@ops/platform/contract";
import { newId } from "@ops/platform/server";
import { startSeries, type TestApp } from "@ops/platform/server/testing";
import type { CarRow } from "./car-record/tables.ts";
import type { NewCar } from "./register/register-car.ts";
import { registerCar } from "./register/register-cars.ts";
import { type GivenConfig, givenConfig } from "./testing.ts";

const nextVin = startSeries();

/** Makes an invented VIN with a valid check character for the model year 2026. No two are equal. */
export function newVin(): string {
  const draft = `L0Z7E4A2?TA${String(nextVin()).padStart(6, "0")}`;
  return draft.replace("?", checkDigitOf(draft.replace("?", "0")));
}

export interface GivenCar {
  readonly id: string;
  readonly vin: string;
  readonly config: GivenConfig;
}

/** Makes a car of a new configuration. Unless told otherwise, it is released by the factory and free. */
export async function givenCar(
  app: TestApp,
  wishes: Partial<NewCar> & { config?: GivenConfig } = {},
): Promise<GivenCar> {
  const { config = await givenConfig(app), ...told } = wishes;
  const vin = told.vin ?? newVin();
  const spec = { carConfigId: config.id, optionCodes: ["OP-ADS"], extColor: "EX-W01", intColor: "IN-B02" };
  const built = { buildState: "RELEASED", plantCode: "PLANT-CZ", producedOn: "2026-10-01", source: "MES" } as const;
  const { carId } = await app.arrange((tx) => registerCar(tx, { ...spec, ...built, ...told, vin }));
  return { id: carId, vin, config };
}

export async function carRow(app: TestApp, { id }: { id: string }): Promise<CarRow> {
  const [row] = await app.rows<CarRow>("select * from car where id = $1", [id]);
  assert.ok(row);
  return row;
}

export interface CarEventRow {
  readonly no: number;
  readonly type: string;
  readonly source: string;
  readonly occurredAt: Date;
  readonly applied: boolean;
  readonly ignoreReason: string | null;
  readonly via: string;
  readonly note: string | null;
  readonly after: Record<string, unknown>;
}

export function carEvents(app: TestApp, { id }: { id: string }): Promise<CarEventRow[]> {
  return app.rows<CarEventRow>("select * from car_event where car_id = $1 order by no", [id]);
}

/** Matches exactly this refusal in `assert.rejects`. */
export const refused = (msgCode: string, message: string) => (error: unknown) => {
  assert.ok(error instanceof BusinessError, String(error));
  assert.deepEqual([error.msgCode, error.message], [msgCode, message]);
  return true;
};

/** Adds a photo that somebody has just uploaded, for a car unless told otherwise. */
export async function givenPhoto(app: TestApp, { id: userId }: { id: string }, bizType = "car"): Promise<string> {
  const id = newId();
  await app.rows(
    `insert into file (id, created_at, created_by, updated_at, updated_by, file_name, ext, mime, size, sha256, category,
       biz_type, uploader_id, store, status, stored_at)
     values ($1, now(), $2, now(), $2, 'a.jpg', 'jpg', 'image/jpeg', 1, sha256(''), 'IMAGE', $3, $2, 'pg', 'TEMP', now())`,
    [id, userId, bizType],
  );
  return id;
}
