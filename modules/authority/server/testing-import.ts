import assert from "node:assert/strict";
import { createDecipheriv, createHmac, pbkdf2Sync } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { checkImport, confirmImport, getTaskFile, IMPORT_BIZ_TYPE, type ImportKind } from "@ops/platform/contract";
import { addressOf } from "@ops/platform/server/testing";
import { type CellValue, readXlsx, writeXlsx } from "hucre";
import type { AuthorityTestApp, TestClient } from "./testing.ts";
import { finished } from "./testing-export.ts";

export type TypedCells = readonly (string | number | null)[];

/** A filled-in template of a kind, made by a writer that is not ours. */
async function workbook({ key, version, columns }: ImportKind, rows: readonly TypedCells[]): Promise<Buffer> {
  const titles: CellValue[] = columns.map(({ title, required }) => (required ? `${title}*` : title));
  const sheets = [
    { name: "数据", rows: [titles, ...rows.map((row): CellValue[] => [...row])] },
    { name: "模板信息", rows: [["类型", "版本"] as CellValue[], [key, version] as CellValue[]] },
  ];
  return Buffer.from(await writeXlsx({ sheets }));
}

/** Imports on behalf of somebody, through the calls of the page. */
export function importing(app: AuthorityTestApp, kind: ImportKind) {
  const check = async (client: TestClient, rows: readonly TypedCells[], options: string[] = []) => {
    const form = new FormData();
    form.append("bizType", IMPORT_BIZ_TYPE);
    form.append("file", new Blob([new Uint8Array(await workbook(kind, rows))]), `${kind.name}.xlsx`);
    const headers = { authorization: client.token, applicationId: "1" };
    const response = await fetch(`${app.origin}/common/v1/files`, { method: "POST", headers, body: form });
    const uploaded: { data: { id: string } | null; msg: string } = await response.json();
    assert.ok(uploaded.data, uploaded.msg);
    const body = { fileId: uploaded.data.id, again: true, options };
    return client.call(checkImport, { params: { kind: kind.key }, body });
  };
  const problems = async (client: TestClient, rows: readonly TypedCells[], options: string[] = []) => {
    const { data, msg } = await check(client, rows, options);
    assert.equal(msg, "");
    return data.problems.map(({ line, problem }) => `${line} ${problem}`);
  };
  const run = async (client: TestClient, rows: readonly TypedCells[], options: string[] = []) => {
    const { data, msg } = await check(client, rows, options);
    assert.equal(msg, "");
    const confirmed = await client.call(confirmImport, { params: { id: data.id } });
    assert.equal(confirmed.msg, "");
    const task = await finished(client, confirmed.data.id);
    return { task, draft: data, filePassword: confirmed.data.filePassword };
  };
  return { check, problems, run };
}

async function fileOf(app: AuthorityTestApp, client: TestClient, id: string, part: "result" | "fail"): Promise<Buffer> {
  const path = addressOf(getTaskFile, { params: { id }, query: { part } });
  const response = await fetch(app.origin + path, { headers: { authorization: client.token, applicationid: "1" } });
  return Buffer.from(await response.arrayBuffer());
}

/** The rows of the failure file, without its head. */
export async function failuresOf(app: AuthorityTestApp, client: TestClient, id: string) {
  const { sheets } = await readXlsx(await fileOf(app, client, id, "fail"));
  return sheets[0]?.rows.slice(1) ?? [];
}

/** The rows of the encrypted file, opened as its format says (AE-2 of WinZip). */
export async function handedBackOf(app: AuthorityTestApp, client: TestClient, id: string, password: string) {
  const { sheets } = await readXlsx(opened(await fileOf(app, client, id, "result"), password));
  return sheets[0]?.rows.slice(1) ?? [];
}

function opened(zip: Buffer, password: string): Buffer {
  assert.equal(zip.readUInt32LE(0), 0x04034b50);
  assert.deepEqual([zip.readUInt16LE(6) & 1, zip.readUInt16LE(8)], [1, 99]);
  const start = 30 + zip.readUInt16LE(26) + zip.readUInt16LE(28);
  const data = zip.subarray(start, start + zip.readUInt32LE(18));
  const [salt, proof, sealed] = [data.subarray(0, 16), data.subarray(16, 18), data.subarray(18, -10)];
  const keys = pbkdf2Sync(password, salt, 1_000, 66, "sha1");
  assert.deepEqual(keys.subarray(64), proof, "another password");
  assert.deepEqual(
    createHmac("sha1", keys.subarray(32, 64)).update(sealed).digest().subarray(0, 10),
    data.subarray(-10),
  );
  const blocks = Math.ceil(sealed.length / 16);
  const plain = Buffer.alloc(blocks * 16);
  for (let n = 0; n < blocks; n++) {
    const counter = Buffer.alloc(16);
    counter.writeUInt32LE(n + 1);
    counter.reverse(); // counts from its lowest byte
    const iv = counter.toReversed();
    const block = createDecipheriv("aes-256-ctr", keys.subarray(0, 32), iv).update(Buffer.alloc(16));
    block.copy(plain, n * 16);
  }
  return inflateRawSync(Buffer.from(sealed.map((byte, n) => byte ^ (plain[n] ?? 0))));
}
