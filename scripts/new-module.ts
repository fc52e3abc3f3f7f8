// npm run new-module <module> <名称> <PREFIX>: writes a module that the apps find by themselves. new-entity adds its
// rooms.
import { root } from "./check.ts";
import { moduleFiles } from "./new/module-files.ts";
import { runScript, runTool, writeFiles } from "./new/write-files.ts";

export function writeModule(folder: string, module: string, title: string, prefix: string): string[] {
  if (!/^[a-z]+$/.test(module) || !title || !/^[A-Z]{2,}$/.test(prefix))
    throw new Error("usage: npm run new-module <module> <中文名称> <PREFIX of its rules, such as CL>");
  return writeFiles(folder, moduleFiles(module, title, prefix));
}

if (import.meta.main) {
  runScript(() => {
    const [module = "", title = "", prefix = ""] = process.argv.slice(2);
    const files = writeModule(root, module, title, prefix);
    runTool("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund", "--prefer-offline"]);
    for (const file of files) console.log(file);
    console.log(`Next: npm run new-entity ${module} <entity> <中文名称>.`);
  });
}
