import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root } from "../check.ts";

/** Writes files by path and refuses to overwrite existing ones. */
export function writeFiles(folder: string, files: Readonly<Record<string, string>>): string[] {
  const taken = Object.keys(files).filter((file) => existsSync(join(folder, file)));
  if (taken.length > 0) throw new Error(`${taken.join(", ")} exists already`);
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return Object.keys(files);
}

export function editFile(file: string, change: (text: string) => string): void {
  const text = readFileSync(file, "utf8");
  const changed = change(text);
  if (changed === text) throw new Error(`${file} has no place for it; add it by hand`);
  writeFileSync(file, changed);
}

/** Runs a tool after writing files, such as the formatter, and throws if it fails. */
export function runTool(command: string, args: readonly string[]): void {
  const { status } = spawnSync(command, args, { cwd: root, stdio: "inherit" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}

/** Runs a script from the command line. An error is printed in one line. */
export function runScript(script: () => void): void {
  try {
    script();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
