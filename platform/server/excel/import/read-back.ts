import assert from "node:assert/strict";
import { createDecipheriv, createHmac, pbkdf2Sync } from "node:crypto";
import { inflateRawSync } from "node:zlib";

/** Reads the entries of a zip for tests, independently of the code that writes it. */
export function unzip(file: Buffer): Map<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const entries = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const [packed, nameLength] = [file.readUInt32LE(at + 20), file.readUInt16LE(at + 28)];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    entries.set(name, inflateRawSync(file.subarray(start, start + packed)));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** The sheets of a workbook in their order: name and rows, each cell as text, number or nothing. */
export function sheetsOf(file: Buffer): { name: string; rows: (string | number | null)[][] }[] {
  const entries = unzip(file);
  const text = (name: string) => entries.get(name)?.toString("utf8") ?? "";
  const names = [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"/g)].map(([, name = ""]) =>
    unescapeXml(name),
  );
  return names.map((name, n) => ({ name, rows: rowsOf(text(`xl/worksheets/sheet${n + 1}.xml`)) }));
}

function rowsOf(xml: string): (string | number | null)[][] {
  const rows = [...xml.matchAll(/<row r="\d+">(.*?)<\/row>/gs)];
  return rows.map(([, inside = ""]) => {
    const cells: (string | number | null)[] = [];
    for (const [, letters = "", type, content = ""] of inside.matchAll(
      /<c r="([A-Z]+)\d+"(?: s="\d+")?(?: t="(\w+)")?>(.*?)<\/c>/gs,
    )) {
      cells[indexOf(letters)] =
        type === "inlineStr" ? unescapeXml(content.replace(/<[^>]*>/g, "")) : Number(content.replace(/<[^>]*>/g, ""));
    }
    return Array.from(cells, (cell) => cell ?? null);
  });
}

const indexOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function unescapeXml(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The instant that Excel shows as this number, in Shanghai. */
export function instantOfSerial(serial: number): Date {
  return new Date(Math.round((serial - 25_569) * 86_400_000) - 8 * 3_600_000);
}

/** For tests: opens an archive as WinZip describes it (AE-2), independent of the code that closed it. */
export function decryptZip(zip: Buffer, password: string) {
  const nameLength = zip.readUInt16LE(26);
  const [at, packed] = [30 + nameLength + zip.readUInt16LE(28), zip.readUInt32LE(18)];
  const data = zip.subarray(at, at + packed);
  const keys = pbkdf2Sync(password, data.subarray(0, 16), 1_000, 66, "sha1");
  assert.deepEqual(data.subarray(16, 18), keys.subarray(64), "the password is known as the right one");
  const sealed = data.subarray(18, -10);
  const proof = createHmac("sha1", keys.subarray(32, 64)).update(sealed).digest();
  assert.deepEqual(data.subarray(-10), proof.subarray(0, 10), "nothing was changed");
  const blocks: Buffer[] = [];
  for (let n = 0; n * 16 < sealed.length; n++) {
    const counter = Buffer.alloc(16); // as a big number it would begin with its last byte
    counter.writeUInt32LE(n + 1);
    const cipher = createDecipheriv("aes-256-ctr", keys.subarray(0, 32), counter);
    blocks.push(cipher.update(sealed.subarray(n * 16, n * 16 + 16)));
  }
  const content = inflateRawSync(Buffer.concat(blocks));
  return { content, heads: [zip.subarray(0, at), zip.subarray(at + packed)] };
}
