import { posix } from "node:path";
import { isNode, nodesOf } from "../mutants/syntax.ts";
import { nodesIn } from "./syntax-tree.ts";

/** Lists the files that a source needs at run time. Imports of types do not count. */
export function valueImports(file: string, text: string): string[] {
  const found: string[] = [];
  for (const { node } of nodesIn(file, text)) {
    const { type, source, importKind, exportKind, specifiers } = node;
    if (type !== "ImportDeclaration" && type !== "ExportNamedDeclaration" && type !== "ExportAllDeclaration") continue;
    if (!isNode(source) || importKind === "type" || exportKind === "type") continue;
    const names = nodesOf(specifiers);
    const isTypesOnly =
      names.length > 0 && names.every((name) => (name["importKind"] ?? name["exportKind"]) === "type");
    const spec = source["value"];
    if (isTypesOnly || typeof spec !== "string" || !spec.startsWith(".")) continue;
    found.push(posix.join(posix.dirname(file), spec));
  }
  return found;
}

/** Finds the rooms in a side of a module (`modules/partner/server`) that need each other in a cycle. */
export function roomsInCircles(side: string, files: ReadonlyMap<string, readonly string[]>): string[] {
  const roomOf = (file: string) => {
    const [room = "", inside] = file.slice(side.length + 1).split("/");
    return file.startsWith(`${side}/`) && inside !== undefined ? room : null;
  };
  const needs = new Map<string, Set<string>>();
  for (const [file, targets] of files) {
    const from = roomOf(file);
    if (from === null) continue;
    const known = needs.get(from) ?? new Set<string>();
    for (const to of targets.map(roomOf)) if (to !== null && to !== from) known.add(to);
    needs.set(from, known);
  }
  return [...needs.keys()].filter((room) => reaches(needs, room, room)).sort();
}

function reaches(needs: ReadonlyMap<string, ReadonlySet<string>>, from: string, wanted: string): boolean {
  const seen = new Set<string>();
  const open = [...(needs.get(from) ?? [])];
  for (let room = open.pop(); room !== undefined; room = open.pop()) {
    if (room === wanted) return true;
    if (seen.has(room)) continue;
    seen.add(room);
    open.push(...(needs.get(room) ?? []));
  }
  return false;
}
