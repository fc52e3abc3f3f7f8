import { BusinessError, startOfDay } from "@ops/platform/contract";
import { type ImportRow, type ImportSource, SKIPPED, type Tx, type Verdicts } from "@ops/platform/server";
import { carErrors, priceImport, type priceKinds, vehicleErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { preparePrices, requireOffered } from "./prepare.ts";
import { requirePlaceFor } from "./rival.ts";

/** 价格: each row becomes a draft; one that waits already is not made twice (section 8). */
export const priceImportSource: ImportSource = {
  kind: priceImport,
  keyOf: ({ values }) => [values["configCode"], values["kind"], values["itemCode"], values["startsOn"]].join(" "),
  checksAlone: true,
  check: checkRows,
  apply: async (tx, row) => {
    const configs = await configsOf(tx, [row]);
    const { start, ...price } = priceOf(configs, row);
    await preparePrices(tx, { start, end: null, rows: [price] });
  },
};

async function checkRows(tx: Tx, rows: readonly ImportRow[]): Promise<Verdicts> {
  const configs = await configsOf(tx, rows);
  const verdicts = new Map<number, string | typeof SKIPPED>();
  for (const row of rows) {
    try {
      const { start, ...price } = priceOf(configs, row);
      if (start && start < tx.now) throw vehicleErrors.pricePast();
      await requireOffered(tx, [price]);
      await requirePlaceFor(tx, { ...price, effectiveFrom: start ?? tx.now, effectiveTo: null });
      if (await isWaiting(tx, { start, ...price })) verdicts.set(row.line, SKIPPED);
    } catch (error) {
      if (!(error instanceof BusinessError)) throw error;
      verdicts.set(row.line, error.message);
    }
  }
  return verdicts;
}

type Price = ReturnType<typeof priceOf>;

function priceOf(configs: ReadonlyMap<string, string>, { values }: ImportRow) {
  const { configCode, kind, itemCode, yuan, startsOn } = values;
  const carConfigId = configs.get(configCode ?? "");
  if (!carConfigId) throw carErrors.cfgUnknown();
  return {
    carConfigId,
    kind: kindOf(kind ?? ""),
    itemCode: itemCode ?? "",
    amountFen: Math.round(Number(yuan) * 100),
    start: startsOn ? startOfDay(startsOn) : null,
  };
}

/** The check of the file let nothing else through. */
function kindOf(typed: string): keyof typeof priceKinds {
  return typed === "OPTION" || typed === "COLOR" ? typed : "BASE";
}

async function configsOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  const codes = [...new Set(rows.flatMap(({ values }) => values["configCode"] ?? []))];
  if (codes.length === 0) return new Map();
  const found = await db(tx)
    .selectFrom("carConfig")
    .select(["id", "configCode"])
    .where("configCode", "in", codes)
    .execute();
  return new Map(found.map(({ id, configCode }) => [configCode, id]));
}

async function isWaiting(tx: Tx, { carConfigId, kind, itemCode, amountFen, start }: Price): Promise<boolean> {
  const draft = await db(tx)
    .selectFrom("carPrice")
    .select("id")
    .where("state", "=", "DRAFT")
    .where("carConfigId", "=", carConfigId)
    .where("kind", "=", kind)
    .where("itemCode", "=", itemCode)
    .where("amountFen", "=", amountFen)
    .where("effectiveFrom", start ? "=" : "is", start)
    .executeTakeFirst();
  return draft !== undefined;
}
