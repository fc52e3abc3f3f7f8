import type { Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { carErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { CarRow } from "./tables.ts";

const partNames = { MOTOR: "电机号", ENGINE: "发动机号", BATTERY: "电池号" } as const;

/** Keeps the numbers of motors, engines and batteries unique among cars. A car that is OFF gives its numbers up. */
export async function keepPartNos(tx: Tx, before: CarRow, after: CarRow): Promise<void> {
  if (JSON.stringify(partsOf(before)) === JSON.stringify(partsOf(after))) return;
  await db(tx).deleteFrom("carPartNo").where("carId", "=", after.id).execute();
  await keepNewPartNos(tx, [after]);
}

/** Does the same for new cars, with one statement. */
export async function keepNewPartNos(tx: Tx, cars: readonly CarRow[]): Promise<void> {
  const wanted = cars.flatMap((car) => partsOf(car).map((one) => ({ ...one, carId: car.id })));
  if (wanted.length === 0) return;
  const { rows: inserted } = await sql<{ part: string; partNo: string }>`
    insert into car_part_no (part, part_no, car_id)
    select * from unnest(${wanted.map(({ part }) => part)}::text[], ${wanted.map(({ partNo }) => partNo)}::text[],
      ${wanted.map(({ carId }) => carId)}::uuid[])
    on conflict do nothing returning part, part_no`.execute(tx.kysely);
  const free = new Set(inserted.map(({ part, partNo }) => `${part} ${partNo}`));
  // taken by another car, or by an earlier one of this list
  const taken = wanted.find(({ part, partNo }) => !free.delete(`${part} ${partNo}`));
  if (!taken) return;
  const { part, partNo } = taken;
  throw carErrors.partDup({ part: partNames[part], vin: await findVinWithPart(tx, part, partNo) });
}

/** Numbers of parts as a source reports them. */
export interface ToldParts {
  readonly motorNos?: readonly string[] | undefined;
  readonly engineNo?: string | null | undefined;
  readonly batteryNo?: string | null | undefined;
}

/** The VIN of the car that has a part, by kind and number of the part. */
export type PartOwners = ReadonlyMap<string, string>;

/** Finds the cars to which these parts belong, with one query. */
export async function partOwnersOf(tx: Tx, told: readonly ToldParts[]): Promise<PartOwners> {
  const wanted = told.flatMap(numberedOf);
  if (wanted.length === 0) return new Map();
  const [parts, numbers] = [wanted.map(({ part }) => part), wanted.map(({ partNo }) => partNo)];
  const { rows } = await sql<{ part: string; partNo: string; vin: string }>`
    select p.part, p.part_no as "partNo", c.vin from car_part_no p join car c on c.id = p.car_id
    where (p.part, p.part_no) in (select * from unnest(${parts}::text[], ${numbers}::text[]))`.execute(tx.kysely);
  return new Map(rows.map(({ part, partNo, vin }) => [`${part} ${partNo}`, vin]));
}

export function requireFreeParts(owners: PartOwners, vin: string, told: ToldParts): void {
  for (const { part, partNo } of numberedOf(told)) {
    const owner = owners.get(`${part} ${partNo}`);
    if (owner && owner !== vin) throw carErrors.partDup({ part: partNames[part], vin: owner });
  }
}

const partsOf = (car: CarRow) => (car.holdState === "OFF" ? [] : numberedOf(car));

function numberedOf({ motorNos = [], engineNo, batteryNo }: ToldParts) {
  const numbered = [
    ...motorNos.map((partNo) => ({ part: "MOTOR" as const, partNo })),
    ...(engineNo ? [{ part: "ENGINE" as const, partNo: engineNo }] : []),
    ...(batteryNo ? [{ part: "BATTERY" as const, partNo: batteryNo }] : []),
  ];
  return [...new Map(numbered.map((one) => [`${one.part} ${one.partNo}`, one])).values()];
}

async function findVinWithPart(tx: Tx, part: string, partNo: string): Promise<string> {
  const { rows } = await sql<{ vin: string }>`select c.vin from car_part_no p join car c on c.id = p.car_id
    where p.part = ${part} and p.part_no = ${partNo}`.execute(tx.kysely);
  return rows[0]?.vin ?? "";
}
