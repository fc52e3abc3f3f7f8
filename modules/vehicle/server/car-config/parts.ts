import type { BodyOf } from "@ops/platform/contract";
import { insertMany, type Tx } from "@ops/platform/server";
import { type createCarConfig, offerModes, vehicleErrors } from "../../contract/index.ts";
import { db, findRow, findRows } from "../database.ts";
import { offersOf, saleCodesOf } from "./present.ts";
import { type CarConfigRow, carConfigs } from "./tables.ts";

type Parts = Pick<BodyOf<typeof createCarConfig>, "saleCodes" | "offers">;

/**
 * Stores 物料号 and 可选项 as the form sends them and deletes those it no longer names. The log gets one line for each of
 * both lists.
 */
export async function saveParts(tx: Tx, config: CarConfigRow, { saleCodes, offers }: Parts): Promise<void> {
  await checkSaleCodes(tx, config.id, saleCodes);
  await checkItems(tx, config.id, { saleCodes, offers });
  const [formerCodes, formerOffers] = [await saleCodesOf(tx, config.id), await offersOf(tx, config.id)];
  await db(tx).deleteFrom("carSaleCode").where("carConfigId", "=", config.id).execute();
  await db(tx).deleteFrom("carOffer").where("carConfigId", "=", config.id).execute();
  const carConfigId = config.id;
  const ofConfig = <P>(part: P) => ({ ...part, carConfigId });
  await insertMany(tx, "carSaleCode", saleCodes.map(ofConfig));
  await insertMany(tx, "carOffer", offers.map(ofConfig));
  note(tx, config.id, { field: "saleCodes", label: "物料号" }, textsOfCodes(formerCodes), textsOfCodes(saleCodes));
  note(tx, config.id, { field: "offers", label: "颜色与选装" }, textsOfOffers(formerOffers), textsOfOffers(offers));
}

const textsOfCodes = (codes: readonly { saleCode: string }[]) => codes.map(({ saleCode }) => saleCode);
const textsOfOffers = (offers: Pick<Parts["offers"][number], "itemCode" | "mode">[]) =>
  offers.map(({ itemCode, mode }) => `${itemCode} ${offerModes[mode]}`);

function note(
  tx: Tx,
  bizId: string,
  named: { field: string; label: string },
  former: readonly string[],
  present: readonly string[],
): void {
  const [before, after] = [former, present].map((texts) => texts.toSorted().join("、") || null);
  if (before === undefined || after === undefined || before === after) return;
  tx.trail.diffs.push({ bizType: carConfigs.name, bizId, ...named, before, after });
}

async function checkSaleCodes(tx: Tx, configId: string, saleCodes: Parts["saleCodes"]): Promise<void> {
  if (saleCodes.length === 0) return;
  const codes = saleCodes.map(({ saleCode }) => saleCode);
  const own = await findRow(tx, "carConfig", { id: configId });
  if (new Set(codes).size < codes.length) throw vehicleErrors.salecodeDup({ code: own?.configCode ?? "" });
  const taken = await db(tx)
    .selectFrom("carSaleCode")
    .innerJoin("carConfig", "carConfig.id", "carSaleCode.carConfigId")
    .select("configCode")
    .where("saleCode", "in", codes)
    .where("carConfigId", "<>", configId)
    .executeTakeFirst();
  if (taken) throw vehicleErrors.salecodeDup({ code: taken.configCode });
}

/**
 * Checks that every code exists and is of its kind. An item that is 停用 is accepted only if the configuration already
 * had it.
 */
async function checkItems(tx: Tx, configId: string, { saleCodes, offers }: Parts): Promise<void> {
  const [options, colors] = [await findRows(tx, "carOption", {}), await findRows(tx, "carColor", {})];
  const former = new Set((await offersOf(tx, configId)).map(({ itemCode }) => itemCode));
  const usable = (code: string, status: string) => status === "ENABLED" || former.has(code);
  const optionCodes = options.filter((one) => usable(one.optionCode, one.status)).map((one) => one.optionCode);
  const shown = colors.filter((one) => usable(one.colorCode, one.status));
  const known = {
    OPTION: new Set(optionCodes),
    COLOR: new Set(shown.map(({ colorCode }) => colorCode)),
    EXT: new Set(shown.filter(({ side }) => side === "EXT").map(({ colorCode }) => colorCode)),
    INT: new Set(shown.filter(({ side }) => side === "INT").map(({ colorCode }) => colorCode)),
  };
  const require = (kind: keyof typeof known, codes: readonly (string | null)[]) => {
    const code = codes.find((one) => one !== null && !known[kind].has(one));
    if (code) throw vehicleErrors.itemUnknown({ code });
  };
  for (const { itemKind, itemCode } of offers) require(itemKind, [itemCode]);
  const offered = new Set(offers.map(({ itemCode }) => itemCode));
  if (offered.size < offers.length) throw vehicleErrors.codeDup({ what: "可选项" });
  const strange = offers
    .flatMap(({ requires, excludes }) => [...requires, ...excludes])
    .find((code) => !offered.has(code));
  if (strange) throw vehicleErrors.itemUnknown({ code: strange });
  for (const { extColor, intColor, optionCodes: withOptions } of saleCodes) {
    require("EXT", [extColor]);
    require("INT", [intColor]);
    require("OPTION", withOptions ?? []);
  }
}
