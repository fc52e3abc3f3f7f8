// npm run new-entity <module> <entity> <名称>: writes the files of a slice and adds it to the module's doors.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "./check.ts";
import { type Names, templates } from "./new-entity-files.ts";

/** The slice as files by path; nothing that exists is overwritten. */
export function writeSlice(folder: string, names: Names): string[] {
  if (!existsSync(join(folder, "modules", names.module))) throw new Error(`module ${names.module} does not exist`);
  const files = templates(names, nextMigration(folder, names.module));
  const taken = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (taken.length > 0) throw new Error(`${taken.join(", ")} exists already`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  enterDoors(folder, names);
  return Object.keys(files);
}

export function namesOf(module: string, entity: string, title: string): Names {
  if (!/^[a-z]+$/.test(module) || !/^[a-z]+(-[a-z]+)*$/.test(entity) || !title) {
    throw new Error("usage: npm run new-entity <module> <entity-in-kebab-case> <中文名称>");
  }
  const pascal = entity.replace(/(^|-)(\w)/g, (_all, _dash, letter: string) => letter.toUpperCase());
  const camel = pascal.charAt(0).toLowerCase() + pascal.slice(1);
  return { module, entity, title, pascal, camel, table: entity.replaceAll("-", "_") };
}

function nextMigration(folder: string, module: string): string {
  const migrations = readdirSync(join(folder, `modules/${module}/server/migrations`)).sort();
  return String(Number(migrations.at(-1)?.slice(0, 4) ?? 0) + 1).padStart(4, "0");
}

/** One line in the contract's door, one import and one spread in the server's. */
function enterDoors(folder: string, { module, entity, camel }: Names): void {
  edit(join(folder, `modules/${module}/contract/index.ts`), (text) => {
    const lines = [...text.trim().split("\n"), `export * from "./${entity}.ts";`];
    return `${lines.sort().join("\n")}\n`;
  });
  edit(join(folder, `modules/${module}/server/index.ts`), (text) => {
    const imported = text.replace(/\n\n/, `\nimport { ${camel}Routes } from "./${entity}/routes.ts";\n\n`);
    return imported.replace(/(\broutes: \[)/, `$1...${camel}Routes, `);
  });
}

function edit(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} has no place for the new slice; add it by hand`);
  writeFileSync(file, changed);
}

if (import.meta.main) {
  const [module = "", entity = "", title = ""] = process.argv.slice(2);
  try {
    for (const file of writeSlice(root, namesOf(module, entity, title))) console.log(file);
    console.log("Next: npm run generate, npm run format, then add the page to the module's page table.");
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
