import { loadAuthorityDemo } from "@ops/authority/server";
import { createLog, type PlatformNode, startEmbeddedPostgres, startNode } from "@ops/platform/server";
import { compose } from "../compose.ts";
import type { Address } from "../volumes.ts";
import { withClient } from "../with-client.ts";
import type { LargeKind } from "./kind.ts";
import { makeManager, signInStaff } from "./staff.ts";

export interface LoadedSet<Known> {
  readonly address: Address;
  readonly known: Known;
}

export interface LargePostgres {
  /** Loads the set, or takes the one that an earlier run kept. */
  set<Size, Known>(name: string, kind: LargeKind<Size, Known>, size: Size): Promise<LoadedSet<Known>>;
  stop(): Promise<void>;
}

/** Nothing in it has to survive a crash. */
const settings = {
  shared_buffers: "2GB",
  max_wal_size: "8GB",
  maintenance_work_mem: "512MB",
  fsync: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
};

export async function openPostgres(dataDir: string): Promise<LargePostgres> {
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const { host, port, owner: user } = postgres; // makes databases, and fills the log past its guards
  return {
    set: async (name, kind, size) => {
      const address = { host, port, user, database: name };
      if (await isNew(address)) await fill(address, kind, size);
      const known = await withClient(address, async (client) => {
        await signInStaff(client);
        return kind.know(client);
      });
      return { address, known };
    },
    stop: () => postgres.stop(),
  };
}

const WHOLE = "filled";
/** The database that all sets begin with: the schema and the demo accounts. */
const GROUND = "ground";

/** Makes the database unless an earlier run has kept it whole. */
async function isNew(address: Address): Promise<boolean> {
  const { database: name } = address;
  return withClient({ ...address, database: "postgres" }, async (admin) => {
    const isWhole = async (database: string) => {
      const { rowCount } = await admin.query(
        "select from pg_database where datname = $1 and shobj_description(oid, 'pg_database') = $2",
        [database, WHOLE],
      );
      return rowCount === 1;
    };
    if (await isWhole(name)) return false;
    if (!(await isWhole(GROUND))) {
      await admin.query(`drop database if exists ${GROUND} with (force)`);
      await admin.query(`create database ${GROUND}`);
      await withNode({ ...address, database: GROUND }, (node) => node.access.commit((tx) => loadAuthorityDemo(tx)));
      await admin.query(`comment on database ${GROUND} is '${WHOLE}'`);
    }
    await admin.query(`drop database if exists ${name} with (force)`);
    await admin.query(`create database ${name} template ${GROUND} strategy file_copy`);
    return true;
  });
}

async function fill<Size, Known>(address: Address, kind: LargeKind<Size, Known>, size: Size): Promise<void> {
  await withNode(address, (node) => kind.fill(node, size));
  await withClient(address, async (client) => {
    await makeManager(client, kind.managerCodes);
    await client.query(SEALED);
    await client.query("vacuum analyze");
    await client.query(`comment on database ${address.database} is '${WHOLE}'`);
  });
}

async function withNode(address: Address, act: (node: PlatformNode) => Promise<unknown>): Promise<void> {
  const { modules, personName } = compose();
  const log = createLog("silent");
  const node = await startNode({ address, poolSize: 4, modules, personName, log, background: false });
  await act(node);
  await node.stop();
}

/** A day like others: what was written long ago is sealed long since. */
const SEALED = `insert into audit_seal (no, from_seq, to_seq, row_count, absent, late, merkle_root, prev_seal_hash,
    seal_hash, sealed_at)
  select 1 + coalesce((select max(no) from audit_seal), 0), min(seq), max(seq), count(*), '{}', '{}', none, none, none, now()
  from audit_log, sha256('') as none group by none`;
