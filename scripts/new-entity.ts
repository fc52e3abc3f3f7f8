// npm run new-entity -- <module> <entity> <名称> [--no-states] [--page /Path]: writes the room of a record on all three
// sides and adds it to the module's doors.
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { root } from "./check.ts";
import { entityFiles } from "./new/entity-files.ts";
import { type Names, namesOf } from "./new/names.ts";
import { editFile, runScript, runTool, writeFiles } from "./new/write-files.ts";

export function writeEntity(folder: string, names: Names): string[] {
  if (!existsSync(join(folder, "modules", names.module))) throw new Error(`module ${names.module} does not exist`);
  const files = writeFiles(folder, entityFiles(names, nextMigration(folder, names.module)));
  rmSync(join(folder, `modules/${names.module}/server/migrations/.gitkeep`), { force: true });
  for (const [file, change] of Object.entries(doorChanges(names)))
    editFile(join(folder, `modules/${names.module}`, file), change);
  return files;
}

function nextMigration(folder: string, module: string): string {
  const migrations = readdirSync(join(folder, `modules/${module}/server/migrations`)).filter((name) =>
    /^\d/.test(name),
  );
  return String(Number(migrations.sort().at(-1)?.slice(0, 4) ?? 0) + 1).padStart(4, "0");
}

/** Lists the changes that add the new room to each door of the module. */
function doorChanges({
  module,
  entity,
  pascal,
  camel,
  hasStates,
  page,
}: Names): Record<string, (text: string) => string> {
  const service = `${camel}Service`;
  return {
    "rooms.ts": (text) => text.replace(/,?\s*\](?= as const)/, `${/\[\s*\]/.test(text) ? "" : ", "}"${entity}"]`),
    "contract/index.ts": (text) => {
      const parts = hasStates ? ["acts", "calls", "shape", "states"] : ["calls", "shape"];
      const lines = parts.map((part) => `export * from "./${entity}/${part}.ts";`);
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
    ...(page ? { "web/pages.ts": addPage(page, `./${entity}/${pascal}ListPage.tsx`) } : {}),
    "server/promises.ts": (text) =>
      withImport(text, `import { ${camel}Kind } from "./promises/${entity}.ts";`)
        .replace("kinds: {", `kinds: { ${camel}s: ${camel}Kind, `)
        .replace("paths: {", `paths: { "/${module}/v1/${entity}s/{id}": "${camel}s", `)
        .replace("logs: {", `logs: { ${camel}: ["${camel}s", "${module}:${camel}:list"], `)
        .replace("listings: {", `listings: { "GET /${module}/v1/${entity}s": { kind: "${camel}s" }, `),
  };
}

const addPage = (page: string, file: string) => (text: string) =>
  text.replace("PageTable = {", `PageTable = {\n  "${page}": () => import("${file}"),\n`);

/** Adds an import. The formatter sorts it afterwards. */
function withImport(text: string, line: string): string {
  return text.replace(/^import /m, `${line}\nimport `);
}

if (import.meta.main) {
  runScript(() => {
    const { values, positionals } = parseArgs({
      allowPositionals: true,
      options: { "no-states": { type: "boolean" }, page: { type: "string" } },
    });
    const [module = "", entity = "", title = ""] = positionals;
    const page = values.page ?? null;
    const files = writeEntity(root, namesOf(module, entity, title, { hasStates: !values["no-states"], page }));
    runTool("node_modules/.bin/biome", ["check", "--write", `modules/${module}`]);
    runTool(process.execPath, ["scripts/generate.ts"]);
    for (const file of files) console.log(file);
    console.log(
      `Next: its fields in shape.ts and the migration.${page ? "" : " Its page in web/pages.ts and in the frame."}`,
    );
    console.log("Its route in platform/contract/site-map.ts: `planned` off, or a new one with `added: true`.");
    console.log(
      "Roles of the demo that use it: modules/authority/server/demo/brand/roles.ts; words: docs/glossary.md; changes/.",
    );
  });
}
