import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** Where the postmaster of a cluster runs, as its own record tells. */
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

/** kill -9 of the postmaster and all its children at once. */
export function killPostgres(cluster: string): void {
  const postmaster = postmasterOf(cluster);
  if (!postmaster) return;
  const { pid } = postmaster;
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
  for (const one of [pid, ...children]) signal(one, "SIGKILL");
}

/** What `pg_ctl stop -m immediate` does. */
export function stopPostgresAtOnce(cluster: string): void {
  const postmaster = postmasterOf(cluster);
  if (postmaster) signal(postmaster.pid, "SIGQUIT");
}

/** The watchdog of the embedded database stops it when its last user is gone; the folder can go only then. */
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
  client.on("error", () => undefined); // the query fails, which is enough
  await client.connect();
  try {
    return (await client.query(text, values)).rows;
  } finally {
    await client.end();
  }
}

/** Phones of that many people of the demo who may do everything from now on. */
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
    // gone already
  }
}

/** A number alone proves nothing: it may belong to somebody else by now. */
function isPostmaster(pid: number, cluster: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(cluster);
  } catch {
    return false;
  }
}
