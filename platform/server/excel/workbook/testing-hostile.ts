import { unzip } from "../import/read-back.ts";
import { bytesOf } from "../import/testing-import.ts";
import { zipStream } from "./zip-stream.ts";

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const SHARED_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml";
const SHARED_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings";

/** A filled-in template with forged parts, for tests. */
export class ForgedWorkbook {
  readonly #parts: Map<string, Iterable<string>>;

  constructor(file: Buffer) {
    this.#parts = new Map([...unzip(file)].map(([name, content]) => [name, [String(content)]]));
  }

  part(name: string, content: Iterable<string>): this {
    this.#parts.set(name, content);
    return this;
  }

  /** Replaces a text in a part. */
  change(name: string, from: string, to: string): this {
    return this.part(name, [[...(this.#parts.get(name) ?? [])].join("").replaceAll(from, to)]);
  }

  /** The sheet that is filled in, with these rows below its titles. */
  rows(rows: Iterable<string>): this {
    const name = "xl/worksheets/sheet1.xml";
    const text = [...(this.#parts.get(name) ?? [])].join("");
    const [head = "", , tail = ""] = text.split(/(?<=<\/row>)(.*)(?=<\/sheetData>)/s);
    return this.part(name, between(head, rows, tail));
  }

  /** The texts that cells name by number, as Excel keeps them. */
  sharedStrings(content: Iterable<string>): this {
    const part = `<Override PartName="/xl/sharedStrings.xml" ContentType="${SHARED_TYPE}"/>`;
    const relation = `<Relationship Id="rId9" Type="${SHARED_RELATION}" Target="sharedStrings.xml"/>`;
    this.change("[Content_Types].xml", "</Types>", `${part}</Types>`);
    this.change("xl/_rels/workbook.xml.rels", "</Relationships>", `${relation}</Relationships>`);
    return this.part("xl/sharedStrings.xml", between(`<sst xmlns="${MAIN}">`, content, "</sst>"));
  }

  packed(): Promise<Buffer> {
    return bytesOf(
      zipStream(
        [...this.#parts].map(([name, content]) => ({ name, content })),
        9,
      ),
    );
  }
}

function* between(head: string, content: Iterable<string>, tail: string): Generator<string> {
  yield head;
  yield* content;
  yield tail;
}

/** Repeats a text in pieces that are fast to compress. */
export function* repeated(text: string, times: number): Generator<string> {
  const perPiece = Math.max(1, Math.floor(65_536 / text.length));
  const piece = text.repeat(perPiece);
  for (let left = times; left > 0; left -= perPiece) yield left >= perPiece ? piece : text.repeat(left);
}

/** Does the same with something in each piece that compresses badly, so that the ratio stays below the limit. */
export function* noisy(pieces: Iterable<string>, bytes = 400): Generator<string> {
  let seed = 1;
  for (const piece of pieces) {
    let noise = "";
    while (noise.length < bytes) {
      seed = (seed * 48_271) % 2_147_483_647;
      noise += seed.toString(36);
    }
    yield `${piece}<!--${noise}-->`;
  }
}
