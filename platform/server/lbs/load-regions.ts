import { readFileSync } from "node:fs";
import { join } from "node:path";
import { insertMany } from "../db/insert-many.ts";
import type { Tx } from "../db/tx.ts";
import { db } from "../tables.ts";

interface Division {
  readonly code: string;
  readonly name: string;
  readonly parent: string;
  readonly pinyin: string;
  readonly replacedBy: string;
}

/** Fills the empty table from the file; later starts change nothing. */
export async function loadRegions(tx: Tx): Promise<void> {
  const filled = await db(tx).selectFrom("region").select("code").limit(1).executeTakeFirst();
  if (filled) return;
  const divisions = readDivisions();
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

/**
 * GB/T 2260 as of 2023-06, without zones that exist only in statistics. Municipalities have one city level that holds
 * all their districts and counties; 东莞, 中山, 儋州 and 嘉峪关 end at the city.
 */
function readDivisions(): Division[] {
  const [, ...lines] = readFileSync(join(import.meta.dirname, "regions.tsv"), "utf8")
    .trimEnd()
    .split("\n");
  return lines.map((line) => {
    const [code = "", name = "", parent = "", pinyin = "", replacedBy = ""] = line.split("\t");
    return { code, name, parent, pinyin, replacedBy };
  });
}
