import { createHash } from "node:crypto";
import { loadAuthorityDemo, loadLargeSet } from "@ops/authority/server";
import { createLog, startEmbeddedPostgres, startNode } from "@ops/platform/server";
import pg from "pg";
import { compose } from "../compose.ts";
import type { Address } from "../volumes.ts";

export interface SetSize {
  readonly users: number;
  readonly organizations: number;
  readonly memberships: number;
  readonly roles: number;
  readonly grants: number;
  readonly auditRows: number;
  readonly loginRows: number;
}

/** The same people, roles and logs a hundred times smaller; the log a thousand times. */
export function sizesFor(auditRows: number, isSmall: boolean): { small: SetSize; large: SetSize } {
  const share = isSmall ? 0.05 : 1;
  const large = {
    ...{ users: 30_000 * share, organizations: 8_000 * share, memberships: 45_000 * share },
    ...{ roles: 400 * share, grants: 100_000 * share, auditRows, loginRows: auditRows / 10 },
  };
  const hundredth = (n: number) => Math.max(10, Math.round(n / 100));
  const small = {
    ...{ users: hundredth(large.users), organizations: hundredth(large.organizations) },
    ...{ memberships: hundredth(large.memberships), roles: hundredth(large.roles), grants: hundredth(large.grants) },
    ...{ auditRows: Math.max(2_000, auditRows / 1_000), loginRows: Math.max(500, auditRows / 10_000) },
  };
  return { small, large };
}

/** What the calls of the benchmark name, different in each set. */
export interface Known {
  readonly address: Address;
  readonly roleId: string;
  /** What the holder loses when the role loses it. */
  readonly codeOfRole: string;
  readonly regionId: string;
  readonly storeId: string;
  /** Where the region is moved to: a region may stand below another one. */
  readonly moveTargetId: string;
  readonly userId: string;
  readonly staffNo: string;
  readonly userName: string;
}

export const ADMINISTRATOR = "large-token-administrator";
export const MANAGER = "large-token-manager";
export const HOLDER = "large-token-holder";

export interface LargePostgres {
  set(name: string, size: SetSize): Promise<Known>;
  stop(): Promise<void>;
}

export async function openPostgres(dataDir: string): Promise<LargePostgres> {
  const settings = { shared_buffers: "2GB", max_wal_size: "8GB", maintenance_work_mem: "512MB", fsync: "off" };
  const postgres = await startEmbeddedPostgres({ dataDir, settings });
  const { host, port, user } = postgres;
  return {
    set: async (name, size) => {
      const address = { host, port, user, database: name };
      if (await isNew({ ...address, database: "postgres" }, name)) await fill(address, size);
      return knownOf(address);
    },
    stop: () => postgres.stop(),
  };
}

/** Makes the database unless an earlier run has kept it whole. */
async function isNew(address: Address, name: string): Promise<boolean> {
  const admin = new pg.Client(address);
  await admin.connect();
  const { rows } = await admin.query<{ whole: boolean }>(
    "select shobj_description(oid, 'pg_database') = $2 as whole from pg_database where datname = $1",
    [name, WHOLE],
  );
  const kept = rows[0]?.whole === true;
  if (!kept) await admin.query(`drop database if exists ${name} with (force)`);
  if (!kept) await admin.query(`create database ${name}`);
  await admin.end();
  return !kept;
}

const WHOLE = "filled";

async function fill(address: Address, size: SetSize): Promise<void> {
  const { modules, personName } = compose();
  const log = createLog("silent");
  const node = await startNode({ address, poolSize: 4, modules, personName, log, background: false });
  await node.access.commit((tx) => loadAuthorityDemo(tx));
  await loadLargeSet(node, size);
  await node.stop();
  await withClient(address, async (client) => {
    await makeManager(client);
    await client.query(SEALED);
    await client.query("vacuum analyze");
    await client.query(`comment on database ${address.database} is '${WHOLE}'`);
  });
}

/** A day like others: what was written long ago is sealed long since. */
const SEALED = `insert into audit_seal (no, from_seq, to_seq, row_count, absent, late, merkle_root, prev_seal_hash,
    seal_hash, sealed_at)
  select 1 + coalesce((select max(no) from audit_seal), 0), min(seq), max(seq), count(*), '{}', '{}', none, none, none, now()
  from audit_log, sha256('') as none group by none`;

async function withClient<T>(address: Address, act: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(address);
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

/** An administrator, a manager of one region with every permission there, and somebody who holds the role to be saved. */
function knownOf(address: Address): Promise<Known> {
  return withClient(address, (client) => findKnown(client, address));
}

async function findKnown(client: pg.Client, address: Address): Promise<Known> {
  const one = async <Row extends object>(query: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await client.query<Row>(query, values);
    const [row] = rows;
    if (!row) throw new Error(`nothing found: ${query}`);
    return row;
  };
  const place = (code: string) => one<{ id: string }>("select id from organization where code = $1", [code]);
  const [region, store] = [await place("LARGE-R1"), await place("LARGE-S3")];
  // where it is not yet: an earlier run may have moved it
  const other = await one<{ id: string }>(
    `select id from organization where (code = 'EAST' or parent_id is null)
     and id <> (select parent_id from organization where id = $1) limit 1`,
    [region.id],
  );
  const role = await one<{ id: string }>("select id from role where code = 'large0'");
  const admin = await one<{ id: string }>("select id from app_user where bool_admin and status = 'ACTIVE' limit 1");
  const person = await one<{ id: string; no: string; name: string }>(
    "select id, staff_no as no, user_name as name from app_user where staff_no = 'L0000007'",
  );
  // a code that its holder has through no other role; a list belongs to what is done with it and has to stay
  const holder = await one<{ id: string; place: string; code: string }>(
    `select m.user_id as id, m.organization_id as place, held.code
     from role_grant g join membership m on m.id = g.membership_id join role r on r.id = g.role_id
     join app_user u on u.id = m.user_id and u.status = 'ACTIVE' and not u.bool_admin, unnest(r.permission_codes) as held(code)
     where g.role_id = $1 and held.code not like '%:list' and not exists (
       select from role_grant o join membership n on n.id = o.membership_id join role x on x.id = o.role_id
       where n.user_id = m.user_id and x.id <> r.id and held.code = any(x.permission_codes)) limit 1`,
    [role.id],
  );
  const manager = await one<{ id: string }>("select id from app_user where staff_no = 'L0000009'");
  await client.query("delete from session where device_name = 'bench'");
  await signIn(client, ADMINISTRATOR, admin.id, []);
  await signIn(client, MANAGER, manager.id, [region.id]);
  await signIn(client, HOLDER, holder.id, [holder.place]);
  const ids = {
    roleId: role.id,
    codeOfRole: holder.code,
    regionId: region.id,
    moveTargetId: other.id,
    storeId: store.id,
  };
  return { address, ...ids, userId: person.id, staffNo: person.no, userName: person.name };
}

/** Somebody with a post over one region. */
async function makeManager(client: pg.Client): Promise<void> {
  await client.query(
    `with person as (select id from app_user where staff_no = 'L0000009'), post as (
       insert into membership (id, created_at, created_by, updated_at, updated_by, user_id, organization_id, position_id,
         start_date, status)
       select uuidv7(), now(), id, now(), id, id, (select id from organization where code = 'LARGE-R1'), (select id from position where code = 'largeAdvisor'), '2025-01-01',
         'EFFECTIVE' from person returning id
     ), made as (
       insert into role (id, created_at, created_by, updated_at, updated_by, code, name, data_scope, permission_codes)
       select uuidv7(), now(), id, now(), id, 'largeManager', '规模测试经理', 'ORG_TREE',
         array['authority:user:list', 'authority:audit:list', 'authority:loginLog:list', 'authority:org:list']
       from person returning id
     ), given as (
       insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from,
         granted_by)
       select uuidv7(), now(), person.id, now(), person.id, post.id, made.id, now(), person.id from person, post, made
     )
     update app_user set status = 'ACTIVE' where id = (select id from person)`,
  );
}

/** As seen just now for the whole run: noting once a minute that somebody is there is not what is measured. */
async function signIn(client: pg.Client, token: string, userId: string, organizationIds: string[]): Promise<void> {
  await client.query(
    `insert into session (id, token_hash, user_id, active_organization_ids, login_kind, device_name, os, browser, ip,
       ip_region, created_at, last_seen_at, idle_expires_at, absolute_expires_at, status)
     values (gen_random_uuid(), $1, $2, $3, 'PASSWORD', 'bench', 'bench', 'bench', '127.0.0.1', '', now(),
       now() + interval '1 hour', now() + interval '2 hours', now() + interval '12 hours', 'ACTIVE')`,
    [createHash("sha256").update(token).digest(), userId, organizationIds],
  );
}
