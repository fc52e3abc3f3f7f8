// npm run new-entity <module> <entity> <名称>: writes the room of a record on all three sides and enters the module's doors.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "./check.ts";
import { entityFiles } from "./new/entity-files.ts";
import { type Names, namesOf } from "./new/names.ts";
import { editFile, runScript, runTool, writeFiles } from "./new/write-files.ts";

export function writeEntity(folder: string, names: Names): string[] {
  if (!existsSync(join(folder, "modules", names.module))) throw new Error(`module ${names.module} does not exist`);
  const files = writeFiles(folder, entityFiles(names, nextMigration(folder, names.module)));
  for (const [file, change] of Object.entries(doors(names)))
    editFile(join(folder, `modules/${names.module}`, file), change);
  return files;
}

function nextMigration(folder: string, module: string): string {
  const migrations = readdirSync(join(folder, `modules/${module}/server/migrations`)).filter((name) =>
    /^\d/.test(name),
  );
  return String(Number(migrations.sort().at(-1)?.slice(0, 4) ?? 0) + 1).padStart(4, "0");
}

/** How each door of the module learns of the new room. */
function doors({ module, entity, pascal, camel }: Names): Record<string, (text: string) => string> {
  const service = `${camel}Service`;
  return {
    "rooms.ts": (text) => text.replace(/,?\s*\](?= as const)/, `${/\[\s*\]/.test(text) ? "" : ", "}"${entity}"]`),
    "contract/index.ts": (text) => {
      const lines = ["acts", "calls", "shape", "states"].map((part) => `export * from "./${entity}/${part}.ts";`);
      return `${[...text.split("\n").filter((line) => line !== ""), ...lines].sort().join("\n")}\n`;
    },
    "server/index.ts": (text) => {
      const imported = withImport(text, `import * as ${service} from "./${entity}/service.ts";`);
      if (/routes:[^;]*?handlersOf\(/.test(imported))
        return imported.replace(/(routes:[^;]*?handlersOf\()/, `$1${service}, `).replace(", )", ")");
      return imported.replace(/(\broutes: \[)/, `$1...handlersOf(${service}), `);
    },
    "server/demo/load.ts": (text) =>
      withImport(text, `import { load${pascal}Demo } from "./${entity}.ts";`)
        .replace(/_tx: Tx/, "tx: Tx")
        .replace(
          /(export async function load\w+Demo\(.*\{)(\n)?([\s\S]*?)\}/,
          `$1\n$3  await load${pascal}Demo(tx);\n}`,
        ),
    "server/promises.ts": (text) =>
      withImport(text, `import { ${camel}Kind } from "./promises/${entity}.ts";`)
        .replace("kinds: {", `kinds: { ${camel}s: ${camel}Kind, `)
        .replace("paths: {", `paths: { "/${module}/v1/${entity}s/{id}": "${camel}s", `)
        .replace("logs: {", `logs: { ${camel}: ["${camel}s", "${module}:${camel}:list"], `)
        .replace("listings: {", `listings: { "GET /${module}/v1/${entity}s": { kind: "${camel}s" }, `),
  };
}

/** The formatter sorts it in. */
function withImport(text: string, line: string): string {
  return text.replace(/^import /m, `${line}\nimport `);
}

if (import.meta.main) {
  runScript(() => {
    const [module = "", entity = "", title = ""] = process.argv.slice(2);
    const files = writeEntity(root, namesOf(module, entity, title));
    runTool("node_modules/.bin/biome", ["check", "--write", `modules/${module}`]);
    runTool(process.execPath, ["scripts/generate.ts"]);
    for (const file of files) console.log(file);
    console.log("Next: its fields in shape.ts, its page in web/pages.ts, `planned` off its route in the site map.");
  });
}
