import { escapeLike, refTo, type Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { CarConfigRef, carConfigName, carErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

/** Finds configurations by any part of their name or code. Drafts are left out, because no car can be one yet. */
export const carConfigRefs = refTo(CarConfigRef, carConfigs, {
  name: "configCode",
  called: namesOfConfigs,
  named: (_tx, keyword) => {
    const like = `%${escapeLike(keyword)}%`;
    return sql<boolean>`(car_config.config_code ilike ${like} or exists (select from car_model m where m.id = car_config.model_id
      and m.model_name || ' ' || car_config.model_year || '款 ' || car_config.trim ilike ${like}))`;
  },
  offered: sql<boolean>`car_config.status <> 'DRAFT'`,
  unknown: carErrors.cfgUnknown,
  orderBy: ["configCode", "desc"], // codes contain the year, so newer years come first
});

async function namesOfConfigs(tx: Tx, rows: readonly CarConfigRow[]): Promise<ReadonlyMap<string, string>> {
  const ids = [...new Set(rows.map(({ modelId }) => modelId))];
  const models = await db(tx)
    .selectFrom("carModel")
    .select(["id", "modelName"])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute();
  const names = new Map(models.map(({ id, modelName }) => [id, modelName]));
  return new Map(
    rows.map(({ id, modelId, modelYear, trim }) => [
      id,
      carConfigName({ modelName: names.get(modelId) ?? "", modelYear, trim }),
    ]),
  );
}
