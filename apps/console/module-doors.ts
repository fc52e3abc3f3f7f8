import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const NAME = "virtual:module-doors";

/**
 * Makes the list of web doors from the modules of the workspace, so that a new module changes no file of the console.
 */
export function moduleDoors(root: string): Plugin {
  return {
    name: "module-doors",
    resolveId: (id) => (id === NAME ? `\0${NAME}` : null),
    load(id) {
      if (id !== `\0${NAME}`) return null;
      const doors = globSync("modules/*/web/index.ts", { cwd: root }).sort();
      const parts = doors.map((door, n) => doorText(door, readFileSync(join(root, door), "utf8"), n));
      const list = parts.map(({ entry }) => entry).join(", ");
      return [...parts.map(({ imported }) => imported), `export const doors = [${list}];`].join("\n");
    },
  };
}

/** Imports by name, because a whole door would bring everything that other modules use into the first load. */
function doorText(door: string, text: string, n: number): { imported: string; entry: string } {
  const tables = ["pages", "overlays", "fillings"].filter((table) => new RegExp(`\\b${table}\\b`).test(text));
  const names = tables.map((table) => `${table} as ${table}${n}`).join(", ");
  const from = door.replace(/^modules\/([^/]+)\/.*$/, "@ops/$1/web");
  return {
    imported: `import { ${names} } from "${from}";`,
    entry: `{ ${tables.map((table) => `${table}: ${table}${n}`).join(", ")} }`,
  };
}
