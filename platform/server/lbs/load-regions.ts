import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { insertMany } from "../db/record/insert-many.ts";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

interface Division {
  readonly code: string;
  readonly name: string;
  readonly parent: string;
  readonly pinyin: string;
  readonly replacedBy: string;
}

/** Fills the empty table from the file; later starts change nothing but centres that are missing. */
export async function loadRegions(tx: Tx): Promise<void> {
  const filled = await db(tx).selectFrom("region").select("code").limit(1).executeTakeFirst();
  if (!filled) await insertDivisions(tx, readDivisions());
  await fillCentres(tx);
}

async function insertDivisions(tx: Tx, divisions: readonly Division[]): Promise<void> {
  const parents = new Map(divisions.map(({ code, parent }) => [code, parent]));
  const levelOf = (code: string): number => {
    const parent = parents.get(code);
    return parent ? levelOf(parent) + 1 : 1;
  };
  await insertMany(
    tx,
    "region",
    divisions.map(({ code, name, parent, pinyin, replacedBy }) => ({
      code,
      name,
      level: levelOf(code),
      parentCode: parent || null,
      pinyin,
      status: replacedBy ? "ABOLISHED" : "VALID",
      replacedBy: replacedBy || null,
    })),
  );
}

/** Where provinces and cities have their centre, to two decimals (about a kilometre): geocoding without a map service. */
async function fillCentres(tx: Tx): Promise<void> {
  const centres = linesOf("centres.tsv").map(([code = "", lng = "", lat = ""]) => ({ code, lng, lat }));
  await sql`update region r set lng = c.lng, lat = c.lat
    from jsonb_to_recordset(${JSON.stringify(centres)}::jsonb) c(code text, lng numeric, lat numeric)
    where r.code = c.code and r.lng is null and r.version = 1`.execute(tx.kysely);
}

/**
 * GB/T 2260 as of 2023-06, without zones that exist only in statistics. Municipalities have one city level that holds
 * all their districts and counties; 东莞, 中山, 儋州 and 嘉峪关 end at the city.
 */
function readDivisions(): Division[] {
  return linesOf("regions.tsv").map(([code = "", name = "", parent = "", pinyin = "", replacedBy = ""]) => ({
    code,
    name,
    parent,
    pinyin,
    replacedBy,
  }));
}

function linesOf(file: string): string[][] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, file), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => line.split("\t"));
}
