import { writeWorkbook } from "../../platform/server/excel/workbook/workbook.ts";

interface Filled {
  readonly key: string;
  readonly version: number;
  readonly titles: readonly string[];
  readonly rows: readonly (readonly (string | number | null)[])[];
}

/** A filled-in template of an import, as the console takes it. */
export async function filledTemplate({ key, version, titles, rows }: Filled): Promise<Buffer> {
  const column = (title: string) => ({ title, width: 12 });
  const data = { name: "数据", columns: titles.map(column), rows };
  const stamp = { name: "模板信息", columns: ["类型", "版本"].map(column), rows: [[key, version]] };
  const pieces: Buffer[] = [];
  for await (const piece of writeWorkbook([data, stamp])) pieces.push(piece);
  return Buffer.concat(pieces);
}
