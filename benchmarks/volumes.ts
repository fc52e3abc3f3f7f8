import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { loadAuthorityDemo } from "@ops/authority/server";
import { copyRows, createLog, type DatabaseAddress, startEmbeddedPostgres, startNode } from "@ops/platform/server";
import pg from "pg";
import { compose } from "./compose.ts";
import { databaseCpu } from "./database-cpu.ts";
import { grantLeads, type Reader, signInAdmin, signInReader } from "./reader.ts";

export type Address = Exclude<DatabaseAddress, { url: string }>;

export interface Volume {
  readonly address: Address;
  /** A second database, without a schema. */
  readonly emptyAddress: Address;
  readonly reader: Reader;
  readonly adminToken: string;
  /** Some leads that the reader may see, from all over the table. */
  readonly leadIds: readonly string[];
  /** The time that PostgreSQL has spent so far. */
  cpuMicroseconds(): number;
  stop(): Promise<void>;
}

interface Places {
  readonly stores: readonly string[];
  readonly people: readonly string[];
}

export const statuses = ["WAIT_ASSIGN", "WAIT_CONTACT", "FOLLOWING", "POOL", "CONVERTED", "LOST"] as const;
export const cities = Array.from({ length: 60 }, (_, n) => `城市${String(n).padStart(2, "0")}`);
const SESSIONS = 20_000;
export const FIRST_DAY = Date.UTC(2024, 0, 1);
export const DAYS = 730;
const root = join(import.meta.dirname, "..");

/** A database with that many leads, copied from one that is loaded once and kept, so that each run starts alike. */
export async function openVolume(leads: number): Promise<Volume> {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(root, ".cache/bench-leads"),
    settings: { shared_buffers: "1GB", max_wal_size: "4GB" },
  });
  const { host, port, owner: user } = postgres; // makes databases
  const server = { host, port, user };
  const admin = await connected({ ...server, database: "postgres" });
  const address = { ...server, database: "bench" };
  const kept = `leads_${leads}_${fingerprint()}`;
  const { rowCount } = await admin.query("select from pg_database where datname = $1", [kept]);
  if (rowCount === 0) await load(admin, server, kept, leads);
  await dropAll(admin);
  await admin.query(`create database bench template ${kept} strategy file_copy`);
  await admin.query("create database bench_empty");
  const client = await connected(address);
  const reader = await signInReader(client, SESSIONS);
  const adminToken = await signInAdmin(client);
  const leadIds = await visibleLeads(client, reader);
  await client.query("vacuum analyze session");
  await client.end();
  return {
    address,
    reader,
    adminToken,
    leadIds,
    emptyAddress: { ...server, database: "bench_empty" },
    cpuMicroseconds: () => databaseCpu(postgres.pid),
    stop: async () => {
      await dropAll(admin);
      await admin.end();
      await postgres.stop();
    },
  };
}

async function dropAll(admin: pg.Client): Promise<void> {
  for (const name of ["bench", "bench_empty"]) await dropDatabase(admin, name);
}

const MOST_TRIES = 40;

/** The owner cannot end the connections of the server that was just stopped: on a busy machine they need a moment. */
async function dropDatabase(admin: pg.Client, name: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await admin.query(`drop database if exists ${name} with (force)`);
      return;
    } catch (error) {
      if (tries === MOST_TRIES) throw error;
      await sleep(250);
    }
  }
}

export function databaseUrl({ host, user, database }: Address): string {
  return `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
}

export async function connected(address: Address): Promise<pg.Client> {
  const client = new pg.Client(address);
  await client.connect();
  return client;
}

/** A set that was loaded with another schema is of no use. */
function fingerprint(): string {
  const hash = createHash("sha256");
  const files = globSync("{platform,modules/*,.}/{server/,benchmarks/,}migrations/*.sql", { cwd: root }).sort();
  for (const file of files) hash.update(readFileSync(join(root, file)));
  return hash
    .update(readFileSync(import.meta.filename))
    .digest("hex")
    .slice(0, 12);
}

async function load(admin: pg.Client, server: Omit<Address, "database">, name: string, leads: number): Promise<void> {
  const draft = `${name}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft}`);
  const address = { ...server, database: draft };
  const { modules, personName } = compose();
  const log = createLog("silent");
  const node = await startNode({ address, poolSize: 4, modules, personName, log, background: false });
  await node.access.commit((tx) => loadAuthorityDemo(tx));
  await node.stop();
  const client = await connected(address);
  await grantLeads(client);
  await copyRows(address, "benchLead", leadRows(leads, await placesIn(client)));
  await client.query("vacuum (analyze, freeze)");
  await client.end();
  await admin.query(`alter database ${draft} rename to ${name}`);
}

async function placesIn(client: pg.Client): Promise<Places> {
  const ids = async (from: string) => (await client.query<{ id: string }>(`select id from ${from} order by id`)).rows;
  const [stores, people] = [await ids("organization where type = 'STORE'"), await ids("app_user")];
  return { stores: stores.map(({ id }) => id), people: people.map(({ id }) => id) };
}

async function visibleLeads(client: pg.Client, { path }: Reader): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select l.id from bench_lead l join organization o on o.id = l.org_id
     where o.path >= $1 and o.path < $2 order by right(l.id::text, 2), l.id limit 5000`,
    scopeOf(path),
  );
  return rows.map(({ id }) => id);
}

/** The organisation and those below it, as a range of paths. */
function scopeOf(path: string): [string, string] {
  return [path, `${path.slice(0, -1)}0`];
}

function* leadRows(leads: number, { stores, people }: Places) {
  for (let n = 0; n < leads; n++) {
    const draw = drawFrom(n);
    const at = new Date(FIRST_DAY + Math.floor((n / leads) * DAYS * 86_400_000));
    const ownerId = oneOf(people, draw);
    yield {
      id: `01000000-0000-7000-8000-${n.toString(16).padStart(12, "0")}`,
      version: 1,
      createdAt: at,
      createdBy: ownerId,
      updatedAt: at,
      updatedBy: ownerId,
      ownerId,
      orgId: oneOf(stores, draw),
      leadNo: `XS${String(n).padStart(9, "0")}`,
      customerName: `客户${n % 9973}`,
      phone: `13${String(draw(1_000_000_000)).padStart(9, "0")}`,
      gender: oneOf(["MALE", "FEMALE"], draw),
      city: uneven(cities, draw),
      level: oneOf(["A", "B", "C", "H"], draw),
      status: uneven(statuses, draw),
      source: `渠道${draw(12)}`,
      model: `车型${draw(9)}`,
      budgetFen: draw(40_000_000),
      remark: draw(3) ? `客户希望周末到店，备注第${n}条` : null,
    };
  }
}

type Draw = (below: number) => number;

function oneOf(values: readonly string[], draw: Draw): string {
  return values[draw(values.length)] ?? "";
}

/** Some values are frequent and some are rare, as in life. */
function uneven(values: readonly string[], draw: Draw): string {
  return values[Math.floor((draw(1000) / 1000) ** 2 * values.length)] ?? "";
}

/** The same draws for the same row in every run. */
function drawFrom(seed: number): Draw {
  let state = Math.imul(seed + 1, 2_654_435_761);
  return (below) => {
    state = Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e3779b9;
    const mixed = Math.imul(state ^ (state >>> 13), 3_266_489_917);
    return Math.floor((((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296) * below);
  };
}
