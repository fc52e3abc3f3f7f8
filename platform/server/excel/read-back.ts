import { inflateRawSync } from "node:zlib";

/** For tests: the entries of a zip, read by nobody who wrote it. */
export function unzipped(file: Buffer): Map<string, Buffer> {
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
  const entries = unzipped(file);
  const text = (name: string) => entries.get(name)?.toString("utf8") ?? "";
  const names = [...text("xl/workbook.xml").matchAll(/<sheet name="([^"]*)"/g)].map(([, name = ""]) => plain(name));
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
        type === "inlineStr" ? plain(content.replace(/<[^>]*>/g, "")) : Number(content.replace(/<[^>]*>/g, ""));
    }
    return Array.from(cells, (cell) => cell ?? null);
  });
}

const indexOf = (letters: string) => [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;

function plain(text: string): string {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
}

/** The instant that Excel shows as this number, in Shanghai. */
export function instantOfSerial(serial: number): Date {
  return new Date(Math.round((serial - 25_569) * 86_400_000) - 8 * 3_600_000);
}
