import { commonErrors } from "@ops/platform/contract";
import { type ImportRow, type ImportSource, SKIPPED, type Tx, verdictsOf } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { OVERWRITE, vehicleErrors } from "../../contract/index.ts";
import { codesIn, readRow } from "../typed-row.ts";
import { allColors, allOptions, createColor, createOption, editColor, editOption } from "./save-items.ts";
import type { ColorRow, OptionRow } from "./tables.ts";

const codeOf = ({ values }: ImportRow) => (values["code"] ?? "").trim().toUpperCase();
const isPackage = ({ values }: ImportRow) =>
  ["PACKAGE", contract.optionGroups.PACKAGE].includes(values["optionGroup"] ?? "");

/** What earlier rows said about items, by code: the contents of a package, and null for everything else. */
type Told = Map<string, readonly string[] | null>;

/** The import of 选装颜色, by code. Packages are written last, after the options that they contain. */
export const carItemImportSource: ImportSource<unknown, Told> = {
  kind: contract.carItemImport,
  keyOf: codeOf,
  arrange: (rows) => ({
    rows: [...rows.filter((row) => !isPackage(row)), ...rows.filter(isPackage)],
    problems: nestedIn(rows.filter(isPackage)),
  }),
  checksAlone: true,
  startMemory: () => new Map(),
  check: async (tx, rows, { options, memory: told }) => {
    const known = await loadKnownItems(tx);
    for (const row of rows) told.set(codeOf(row), isPackage(row) ? codesIn(row.values["contains"]) : null);
    const { packages, inside } = packagesAfterFile(known, told);
    const inFile = new Set(told.keys());
    const mayOverwrite = options.has(OVERWRITE.key);
    return verdictsOf(rows, (row) => verdictOf(row, { known, inFile, packages, inside, mayOverwrite }));
  },
  apply: async (tx, row) => {
    const known = (await loadKnownItems(tx)).get(codeOf(row));
    await (row.values["kind"] === "OPTION" ? applyOption(tx, row, known) : applyColor(tx, row, known));
  },
};

type Item = ({ readonly kind: "OPTION" } & OptionRow) | ({ readonly kind: "EXT" | "INT" } & ColorRow);

async function loadKnownItems(tx: Tx): Promise<Map<string, Item>> {
  const options = (await allOptions(tx)).map((option) => ({ ...option, kind: "OPTION" as const }));
  const colors = (await allColors(tx)).map((color) => ({ ...color, kind: color.side }));
  const named = [
    ...options.map((one) => [one.optionCode, one] as const),
    ...colors.map((one) => [one.colorCode, one] as const),
  ];
  return new Map<string, Item>(named);
}

interface Checking {
  readonly known: ReadonlyMap<string, Item>;
  readonly inFile: ReadonlySet<string>;
  /** Codes of packages, and codes inside of packages. Rows of the file replace what the database has. */
  readonly packages: ReadonlySet<string>;
  readonly inside: ReadonlySet<string>;
  readonly mayOverwrite: boolean;
}

/**
 * Finds packages of a file that contain one another. This needs the whole file, because either package may be checked
 * first.
 */
function nestedIn(packages: readonly ImportRow[]): Map<number, string> {
  const heldBy = ({ values }: ImportRow) => codesIn(values["contains"]);
  const [codes, inside] = [new Set(packages.map(codeOf)), new Set(packages.flatMap(heldBy))];
  const nested = packages.filter((row) => inside.has(codeOf(row)) || heldBy(row).some((code) => codes.has(code)));
  return new Map(nested.map(({ line }) => [line, vehicleErrors.packageNested().message]));
}

function packagesAfterFile(known: ReadonlyMap<string, Item>, told: Told) {
  const held = new Map<string, readonly string[]>();
  for (const [code, item] of known) {
    if (item.kind === "OPTION" && item.optionGroup === "PACKAGE") held.set(code, item.contains);
  }
  for (const [code, contains] of told) {
    if (contains) held.set(code, contains);
    else held.delete(code);
  }
  return { packages: new Set(held.keys()), inside: new Set([...held.values()].flat()) };
}

function verdictOf(row: ImportRow, checking: Checking): typeof SKIPPED | undefined {
  const { known, inFile, mayOverwrite } = checking;
  const item = known.get(codeOf(row));
  const isOption = row.values["kind"] === "OPTION";
  const contains = isOption ? optionOf(row).contains : [];
  const unknown = contains.find((code) => known.get(code)?.kind !== "OPTION" && !inFile.has(code));
  if (unknown) throw vehicleErrors.itemUnknown({ code: unknown });
  if (isOption) checkPackage(optionOf(row), checking);
  else colorOf(row);
  if (!item) return undefined;
  requireSameKind(row, item);
  if (!mayOverwrite) throw vehicleErrors.codeDup({ what: isOption ? "选装" : "颜色" });
  return isSame(row, item) ? SKIPPED : undefined;
}

/**
 * Checks a package as the form does: it contains two options or more, but no package and not itself. Other items
 * contain nothing (2.1).
 */
function checkPackage({ optionCode, contains }: ReturnType<typeof optionOf>, { packages, inside }: Checking): void {
  const isWhole = packages.has(optionCode) ? new Set(contains).size >= 2 : contains.length === 0;
  if (!isWhole) throw commonErrors.param({ field: "包含选装" });
  const isNested = contains.some((code) => packages.has(code)) || (packages.has(optionCode) && inside.has(optionCode));
  if (isNested) throw vehicleErrors.packageNested();
}

function requireSameKind(row: ImportRow, { kind }: Item): void {
  if (kind !== row.values["kind"]) throw vehicleErrors.itemKind({ code: codeOf(row) });
}

function isSame(row: ImportRow, item: Item): boolean {
  if (item.kind !== "OPTION") {
    const { colorName, hex } = colorOf(row);
    return item.colorName === colorName && item.hex === hex;
  }
  const { optionName, optionGroup, contains } = optionOf(row);
  const isSameSet = contains.toSorted().join() === item.contains.toSorted().join();
  return isSameSet && item.optionName === optionName && item.optionGroup === optionGroup;
}

const optionOf = ({ values }: ImportRow) =>
  readRow(contract.createOption.body, {
    optionCode: values["code"],
    optionName: values["name"],
    optionGroup: values["optionGroup"] ?? undefined,
    contains: codesIn(values["contains"]),
  });

const colorOf = ({ values }: ImportRow) =>
  readRow(contract.createColor.body, {
    colorCode: values["code"],
    colorName: values["name"],
    side: values["kind"],
    hex: values["hex"] ?? undefined,
  });

async function applyOption(tx: Tx, row: ImportRow, item: Item | undefined): Promise<void> {
  const { optionCode, ...fields } = optionOf(row);
  if (!item) {
    await createOption(tx, { optionCode, ...fields });
    return;
  }
  requireSameKind(row, item);
  await editOption(tx, item.id, { ...fields, status: item.status, version: item.version });
}

async function applyColor(tx: Tx, row: ImportRow, item: Item | undefined): Promise<void> {
  const { colorCode, side, ...fields } = colorOf(row);
  if (!item) {
    await createColor(tx, { colorCode, side, ...fields });
    return;
  }
  requireSameKind(row, item);
  await editColor(tx, item.id, { ...fields, status: item.status, version: item.version });
}
