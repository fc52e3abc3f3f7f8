// Runs on the thread that parses a workbook: it imports nothing that takes its time to load.
import { Refused } from "./refusal.ts";
import { attributesOf, type XmlHandler, XmlScanner } from "./xml-scanner.ts";
import type { ZipParts } from "./zip-parts.ts";

/** A sheet of a workbook, not read yet. */
interface SheetPart {
  readonly name: string;
  readonly path: string;
}

/** The description of a workbook, which is read before its sheets. */
export interface WorkbookParts {
  readonly sheets: readonly SheetPart[];
  readonly sharedStrings: string | undefined;
  readonly styles: string | undefined;
  /** Days are counted from 1904, as an old Macintosh did. */
  readonly from1904: boolean;
}

interface Relation {
  readonly id: string;
  readonly type: string;
  readonly target: string;
}

/** More sheets or relations than anybody adds to a template. */
const MOST_NAMES = 1_000;

/** Reads a part from its beginning to its end. */
export async function readPart(parts: ZipParts, path: string, handler: XmlHandler): Promise<void> {
  const scanner = new XmlScanner(handler);
  for await (const piece of parts.unpack(path)) scanner.write(piece.toString("latin1"));
  scanner.end();
}

export async function readWorkbookParts(parts: ZipParts): Promise<WorkbookParts> {
  const root = await relationsOf(parts, "_rels/.rels");
  const path = resolvePath("", root.find(isOf("officeDocument"))?.target ?? "");
  const folder = path.slice(0, path.lastIndexOf("/") + 1);
  const relations = await relationsOf(parts, `${folder}_rels/${path.slice(folder.length)}.rels`);
  const pathOf = (relation: Relation | undefined) => relation && resolvePath(folder, relation.target);
  const { named, from1904 } = await readWorkbook(parts, path);
  const worksheets = relations.filter(isOf("worksheet"));
  const sheets = named.map(({ name, relationId }) => {
    const found = pathOf(worksheets.find(({ id }) => id === relationId));
    if (found === undefined) throw new Error("a sheet without a part");
    return { name, path: found };
  });
  const sharedStrings = pathOf(relations.find(isOf("sharedStrings")));
  return { sheets, sharedStrings, styles: pathOf(relations.find(isOf("styles"))), from1904 };
}

const isOf =
  (kind: string) =>
  ({ type }: Relation): boolean =>
    type.endsWith(`/${kind}`);

async function relationsOf(parts: ZipParts, path: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readPart(parts, path, {
    open: (name, raw) => {
      if (name !== "Relationship") return;
      const attributes = attributesOf(raw);
      const [id = "", type = "", target = ""] = ["Id", "Type", "Target"].map((key) => attributes.get(key));
      if (relations.push({ id, type, target }) > MOST_NAMES) throw new Refused({ why: "tooMuchText" });
    },
  });
  return relations;
}

async function readWorkbook(parts: ZipParts, path: string) {
  const named: { name: string; relationId: string }[] = [];
  let from1904 = false;
  await readPart(parts, path, {
    open: (tag, raw) => {
      if (tag === "workbookPr") from1904 = /^(1|true)$/.test(attributesOf(raw).get("date1904") ?? "");
      if (tag !== "sheet") return;
      const attributes = attributesOf(raw);
      const relationId = [...attributes].find(([key]) => key.endsWith(":id"))?.[1] ?? "";
      const count = named.push({ name: attributes.get("name") ?? "", relationId });
      if (count > MOST_NAMES) throw new Refused({ why: "severalSheets" });
    },
  });
  return { named, from1904 };
}

/** Resolves the path of a part. One with `..` is refused, because no program writes it. */
function resolvePath(folder: string, target: string): string {
  if (target.includes("..")) throw new Error("a path that leaves its folder");
  return target.startsWith("/") ? target.slice(1) : folder + target.replace(/^\.\//, "");
}
