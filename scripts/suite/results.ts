import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isRunning } from "../../platform/server/db/test-folder.ts";

/**
 * Finds the folder for the programs and reports of this run. A run beside another one has a folder of its own until it
 * ends, because both would else take files of each other and count each other's tests.
 */
export function claimFolder(usual: string): string {
  const mark = join(usual, "running");
  const isTaken = existsSync(mark) && isRunning(mark);
  const folder = isTaken ? `${usual}-${process.pid}` : usual;
  mkdirSync(folder, { recursive: true });
  if (!isTaken) writeFileSync(mark, String(process.pid));
  process.once("exit", () => rmSync(isTaken ? folder : mark, { recursive: true, force: true }));
  return folder;
}
