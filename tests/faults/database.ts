import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** The address of the postmaster of a cluster, from the file that it writes. */
interface Postmaster {
  readonly pid: number;
  readonly host: string;
  readonly port: number;
}

export function postmasterOf(cluster: string): Postmaster | undefined {
  try {
    const [pid, , , port, host = ""] = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    return isPostmaster(Number(pid), cluster) ? { pid: Number(pid), host, port: Number(port) } : undefined;
  } catch {
    return undefined;
  }
}

/** Kills the postmaster and all its children at once, as kill -9 does. */
export function killPostgres(cluster: string): void {
  const postmaster = postmasterOf(cluster);
  if (!postmaster) return;
  const { pid } = postmaster;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  for (const one of [pid, ...children]) signal(one, "SIGKILL");
}

/** Does what `pg_ctl stop -m immediate` does. */
export function stopPostgresAtOnce(cluster: string): void {
  const postmaster = postmasterOf(cluster);
  if (postmaster) signal(postmaster.pid, "SIGQUIT");
}

/**
 * Waits for the watchdog of the embedded database, which stops it after its last user. Only then can the folder be
 * deleted.
 */
export async function postgresGone(cluster: string): Promise<void> {
  while (postmasterOf(cluster)) await sleep(50);
}

export async function query<Row>(
  cluster: string,
  text: string,
  values: unknown[] = [],
  database = "console",
  user = "app",
): Promise<Row[]> {
  const postmaster = postmasterOf(cluster);
  if (!postmaster) throw new Error("PostgreSQL is not running");
  const { host, port } = postmaster;
  const client = new pg.Client({ host, port, user, database });
  client.on("error", () => undefined); // without a listener the error would end the process; the query fails anyway
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Makes this many people of the demo administrators, and answers their phones. */
export async function makeAdministrators(cluster: string, count: number): Promise<string[]> {
  const rows = await query<{ phone: string }>(
    cluster,
    `update app_user set bool_admin = true where id in (
       select id from app_user where status = 'ACTIVE' and not must_change_pwd and not bool_admin
         and mobile_phone not like '138000000%' order by mobile_phone limit $1)
     returning mobile_phone as phone`,
    [count],
  );
  return rows.map(({ phone }) => phone);
}

function signal(pid: number, name: "SIGKILL" | "SIGQUIT"): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has ended already
  }
}

/** Checks the command of the process, because another process may have got the same id. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster);
  } catch {
    return false;
  }
}
