import { textWidth } from "@ops/platform/contract";
import {
  type ImportRow,
  type ImportSource,
  lockRecord,
  requireRecord,
  type Tx,
  verdictsOf,
} from "@ops/platform/server";
import {
  type ExtValues,
  extValues,
  type OperateMode,
  storeErrors,
  storeImport,
  storeLevels,
} from "../../contract/index.ts";
import { findRow } from "../database.ts";
import type { ExtColumnRow } from "../ext-column/tables.ts";
import { enabledColumns } from "../ext-column/values.ts";
import { type StoreRow, storeTable } from "../site/tables.ts";
import { lockStoreNames } from "./code.ts";
import { changeStore, checkChanges, checkNewStore, insertStore, type NewStore, type StoreFacts } from "./save.ts";

/** Few, because each new store locks the tree of organisations until the end of its step. */
const ROWS_PER_STEP = 50;
const SHORT_WIDTH = 30;

/** 门店导入: a row without a code makes a store, one with a code changes what its cells tell (section 8). */
export const storeImportSource: ImportSource = {
  kind: storeImport,
  keyOf: ({ line, values }) => values["storeCode"] ?? `new ${line}`,
  checksAlone: true,
  rowsPerStep: ROWS_PER_STEP,
  check: (tx, rows, { options }) => verdictsOf(rows, (row) => checkRow(tx, row, options.has("isConfirmed"))),
  apply: async (tx, row, { options }) => {
    await lockStoreNames(tx);
    const known = await findKnown(tx, row);
    const facts = await factsOf(tx, row, options.has("isConfirmed"));
    if (known) await changeStore(tx, await lockRecord(tx, storeTable, known.id, null), facts);
    else await insertStore(tx, newStoreOf(row, facts));
  },
};

async function checkRow(tx: Tx, row: ImportRow, isConfirmed: boolean): Promise<null> {
  const known = await findKnown(tx, row);
  const facts = await factsOf(tx, row, isConfirmed);
  if (known) await checkChanges(tx, known, facts);
  else await checkNewStore(tx, newStoreOf(row, facts));
  return null;
}

/** Finds the store of a code in the scope of the operator; null for a new one. */
async function findKnown(tx: Tx, { values }: ImportRow): Promise<StoreRow | null> {
  const { storeCode, operateMode, partnerId } = values;
  if (!storeCode) return null;
  const found = await findRow(tx, "store", { storeCode });
  if (!found) throw storeErrors.importCode();
  const store = await requireRecord(tx, storeTable, found.id);
  const isMoved = (operateMode && operateMode !== store.operateMode) || (partnerId && partnerId !== store.partnerId);
  if (isMoved) throw storeErrors.importMove();
  return store;
}

const needed = { name: "门店名称", storeType: "门店类型", operateMode: "经营模式", regionCode: "省市区" } as const;
const modes: readonly OperateMode[] = ["DIRECT", "PARTNER", "AUTHORIZED"];

function newStoreOf({ values }: ImportRow, facts: StoreFacts): NewStore {
  const { name, storeType, operateMode, regionCode } = values;
  const mode = modes.find((one) => one === operateMode);
  if (!name || !storeType || !mode || !regionCode) {
    const list = Object.entries(needed).flatMap(([key, title]) => (values[key] ? [] : [title]));
    throw storeErrors.importNeeds({ list: list.join("、") });
  }
  const { partnerId = null, regionId = null } = values;
  const shortName = values["shortName"] ?? shortOf(name);
  return { ...facts, name, shortName, storeType, regionCode, operateMode: mode, partnerId, regionId };
}

/** As much of a name as a short name may have. */
const shortOf = (name: string): string => (textWidth(name) <= SHORT_WIDTH ? name : shortOf(name.slice(0, -1)));

/** What the filled cells of a row tell. */
async function factsOf(tx: Tx, { values }: ImportRow, isConfirmed: boolean): Promise<StoreFacts> {
  const text = (key: string) => values[key] ?? undefined;
  const number = (key: string) => (values[key] ? Number(values[key]) : undefined);
  const level = Object.values(storeLevels).find((one) => one === values["storeLevel"]);
  return {
    name: text("name"),
    shortName: text("shortName"),
    storeType: text("storeType"),
    regionCode: text("regionCode"),
    address: text("address"),
    lng: number("lng"),
    lat: number("lat"),
    phone: text("phone"),
    areaSqm: number("areaSqm"),
    storeLevel: level,
    openDatePlan: text("openDatePlan"),
    serviceCityCodes: text("serviceCityCodes")?.split(","),
    ext: await extOf(tx, text("ext")),
    isConfirmed,
  };
}

const asText = (value: string) => value;

/** How a word is read by the type of its column; null if it cannot be. */
const readValue: Readonly<Record<ExtColumnRow["colType"], (value: string) => string | number | boolean | null>> = {
  TEXT: asText,
  DAY: asText,
  DICT: asText,
  NUMBER: (value) => (Number.isFinite(Number(value)) ? Number(value) : null),
  BOOL: (value) => (/^(是|true|1)$/i.test(value) ? true : /^(否|false|0)$/i.test(value) ? false : null),
};

/** Reads `key=值；key=值`. Cells hold words: numbers and 是/否 are told by the type of their column. */
async function extOf(tx: Tx, text: string | undefined): Promise<ExtValues | undefined> {
  if (text === undefined) return undefined;
  const columns = new Map((await enabledColumns(tx)).map((column) => [column.colKey, column]));
  const pairs = text.split(/[；;]/).flatMap((part) => (part.trim() === "" ? [] : [part.split("=")]));
  const values = pairs.map(([key = "", ...rest]) => {
    const [name, value] = [key.trim(), rest.join("=").trim()];
    const type = columns.get(name)?.colType;
    const read = type && value !== "" ? readValue[type](value) : null;
    if (read === null) throw storeErrors.importExt({ text: name });
    return [name, read] as const;
  });
  return extValues.parse(Object.fromEntries(values));
}
