import { startOfDay } from "@ops/platform/contract";
import { type ImportRow, type ImportSource, SKIPPED, type Tx, type Verdicts, verdictsOf } from "@ops/platform/server";
import { carErrors, priceImport, type priceKinds, vehicleErrors } from "../../contract/index.ts";
import { findRow, findRows } from "../database.ts";
import { preparePrices, requireOffered } from "./prepare.ts";
import { requirePlaceFor } from "./rival.ts";

/** The import of 价格. Each row becomes a draft, unless the same draft waits already (section 8). */
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
  return verdictsOf(rows, async (row) => {
    const { start, ...price } = priceOf(configs, row);
    if (start && start < tx.now) throw vehicleErrors.pricePast();
    await requireOffered(tx, [price]);
    await requirePlaceFor(tx, { ...price, effectiveFrom: start ?? tx.now, effectiveTo: null });
    return (await isWaiting(tx, { start, ...price })) ? SKIPPED : undefined;
  });
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

/** Reads the kind. The check of the file has accepted no other words. */
function kindOf(typed: string): keyof typeof priceKinds {
  return typed === "OPTION" || typed === "COLOR" ? typed : "BASE";
}

async function configsOf(tx: Tx, rows: readonly ImportRow[]): Promise<Map<string, string>> {
  const codes = [...new Set(rows.flatMap(({ values }) => values["configCode"] ?? []))];
  const found = await findRows(tx, "carConfig", { configCode: codes });
  return new Map(found.map(({ id, configCode }) => [configCode, id]));
}

async function isWaiting(tx: Tx, { carConfigId, kind, itemCode, amountFen, start }: Price): Promise<boolean> {
  const draft = { state: "DRAFT", carConfigId, kind, itemCode, amountFen, effectiveFrom: start } as const;
  return (await findRow(tx, "carPrice", draft)) !== undefined;
}
