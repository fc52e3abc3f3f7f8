import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** The system user that runs PostgreSQL; undefined when it is the one who runs Node. */
export type DatabaseUser = { uid: number; gid: number } | undefined;

/** The folders of one database: `home` has the cluster and its guard, `sockets` is short enough for a socket path. */
export interface Place {
  home: string;
  cluster: string;
  guard: string;
  sockets: string;
  user: DatabaseUser;
}

const Pointer = z.object({ home: z.string(), dataDir: z.string() });
const SHARED_FOLDER = "sales-operations-console";

/** Finds, or chooses on the first start, a folder that the database user can reach. Call it under the start lock. */
export function findPlace(dataDir: string): Place {
  const pointed = readPointer(dataDir);
  const home = pointed ?? dataDir;
  const user = chooseUser(join(home, "cluster"));
  if (canEnter(home, user)) return placeAt(home, user);
  if (existsSync(join(home, "cluster"))) {
    throw new Error(
      `The database in ${home} cannot be reached by its system user: open its parent folders (chmod o+x)`,
    );
  }
  return placeAt(moveOut(dataDir, user), user);
}

/** Tells whether the user may pass through every parent. The kernel decides, so access lists and mounts count too. */
function canEnter(folder: string, user: DatabaseUser): boolean {
  return spawnSync("/bin/sh", ["-c", 'cd "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

/** A folder that every user can enter and only root can change, for data and binaries that cannot stay in the clone. */
export function sharedFolder(user: DatabaseUser): string {
  for (const parent of ["/var/lib", "/var/tmp"]) {
    const folder = join(parent, SHARED_FOLDER);
    try {
      mkdirSync(folder, { recursive: true });
      if (lstatSync(folder).uid !== 0) continue;
      chmodSync(folder, 0o755);
    } catch {
      continue;
    }
    if (canEnter(folder, user)) return folder;
  }
  throw new Error("No folder below /var can be used for the database; start as an ordinary user or set DATABASE_URL");
}

function placeAt(home: string, user: DatabaseUser): Place {
  const cluster = join(home, "cluster");
  return { home, cluster, guard: join(home, "guard"), sockets: socketFolder(home, user), user };
}

/** A socket path may have 107 bytes, the name of the socket 14 of them: fewer than many a project folder. */
const LONGEST_FOLDER = 92;

/**
 * Finds the folder beside the data, where nobody else can create anything. If that path is too long, it is a random
 * name in /tmp that is noted beside the data. A folder of another user with that name is ignored.
 */
function socketFolder(home: string, user: DatabaseUser): string {
  const beside = join(home, "sockets");
  if (Buffer.byteLength(beside) <= LONGEST_FOLDER) {
    if (!existsSync(beside)) mkdirSync(beside, { mode: 0o700 });
    return closeFolder(beside, user);
  }
  const note = join(home, "socket-folder");
  const noted = existsSync(note) ? readFileSync(note, "utf8").trim() : "";
  if (noted !== "" && isOwn(noted, user)) return noted;
  const made = closeFolder(mkdtempSync("/tmp/ops-pg-"), user);
  writeFileSync(note, `${made}\n`);
  return made;
}

function closeFolder(folder: string, user: DatabaseUser): string {
  if (user) chownSync(folder, user.uid, user.gid);
  chmodSync(folder, 0o700);
  if (!isOwn(folder, user)) throw new Error(`${folder} belongs to somebody else: remove it`);
  return folder;
}

function isOwn(folder: string, user: DatabaseUser): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const owner = user?.uid ?? process.getuid?.() ?? 0;
  if (!found?.isDirectory()) return false;
  return found.uid === owner && (found.mode & 0o077) === 0;
}

/** PostgreSQL refuses to run as root. Existing data keep their owner, even if a better user was installed since. */
function chooseUser(cluster: string): DatabaseUser {
  const self = process.getuid?.();
  const owner = existsSync(cluster) ? statSync(cluster) : undefined;
  if (self !== 0) {
    if (owner && owner.uid !== self)
      throw new Error(`${cluster} belongs to another user: start as that user or as root`);
    return undefined;
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  const found = users.find(([name]) => name === "postgres") ?? users.find(([name]) => name === "nobody");
  if (!found) throw new Error("PostgreSQL does not run as root, and there is no system user postgres or nobody");
  return { uid: Number(found[2]), gid: Number(found[3]) };
}

function moveOut(dataDir: string, user: DatabaseUser): string {
  const name = createHash("sha256").update(dataDir).digest("hex").slice(0, 12);
  // a new name each time, because a person who deletes the data folder expects an empty database
  const home = mkdtempSync(join(sharedFolder(user), `${name}-`));
  chmodSync(home, 0o755);
  const draft = `${pointerFile(dataDir)}.draft`;
  writeFileSync(draft, `${JSON.stringify({ home, dataDir })}\n`);
  renameSync(draft, pointerFile(dataDir));
  return home;
}

function readPointer(dataDir: string): string | undefined {
  const file = pointerFile(dataDir);
  if (!existsSync(file)) return undefined;
  const pointer = Pointer.parse(JSON.parse(readFileSync(file, "utf8")));
  // a copied clone must not share the database of the original; a moved one keeps it
  if (pointer.dataDir !== dataDir && existsSync(pointerFile(pointer.dataDir))) return undefined;
  if (!existsSync(pointer.home)) {
    throw new Error(`The data were in ${pointer.home}, which is gone: restore it, or delete ${file} to begin anew`);
  }
  return pointer.home;
}

function pointerFile(dataDir: string): string {
  return join(dataDir, "data-lie-elsewhere.json");
}
