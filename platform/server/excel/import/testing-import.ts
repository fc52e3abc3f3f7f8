import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { checkImport, confirmImport, IMPORT_BIZ_TYPE } from "@ops/platform/contract";
import type { ProbeApp } from "../../start/probe.ts";
import type { Exporter } from "../testing.ts";
import type { Cell, WorkSheet } from "../workbook/sheet-xml.ts";
import { writeWorkbook } from "../workbook/workbook.ts";

export const columnsOf = (titles: readonly string[]) => titles.map((title) => ({ title, width: 10 }));
export const bytesOf = async (pieces: AsyncIterable<Buffer>) => Buffer.concat(await Readable.from(pieces).toArray());

/** Imports of a kind, through the calls of the page. */
export function importCalls(app: ProbeApp, key: string, titles: readonly string[]) {
  let files = 0;
  const workbook = (
    rows: readonly Cell[][],
    other: { titles?: string[]; version?: number; more?: WorkSheet[] } = {},
  ) => {
    const data = { name: `数据${++files}`, columns: columnsOf(other.titles ?? titles), rows };
    const stamp = { name: "模板信息", columns: columnsOf(["类型", "版本"]), rows: [[key, other.version ?? 1]] };
    return bytesOf(writeWorkbook([data, ...(other.more ?? []), stamp]));
  };
  const check = async (who: Exporter, file: Buffer, again = false) => {
    const body = { fileId: await upload(app, who, file), again };
    return app.call(checkImport, { params: { kind: key }, body }, { token: who.token });
  };
  const confirm = (who: Exporter, id: string) => app.call(confirmImport, { params: { id } }, { token: who.token });
  return { workbook, check, confirm };
}

export async function upload(app: ProbeApp, who: Exporter, file: Buffer): Promise<string> {
  const form = new FormData();
  form.append("bizType", IMPORT_BIZ_TYPE);
  form.append("file", new Blob([new Uint8Array(file)]), "字典项.xlsx");
  const headers = { authorization: who.token, applicationId: "1" };
  const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
  const { data, msg }: { data: { id: string } | null; msg: string } = await response.json();
  assert.ok(data, msg);
  return data.id;
}
