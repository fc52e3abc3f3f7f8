import assert from "node:assert/strict";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { test } from "node:test";
import { createLog, migrationFolders, newId, platformModule, startNode } from "@ops/platform/server";
import { createMigratedDatabase } from "@ops/platform/server/testing";
import pg from "pg";
import { connectionOptions, type DatabaseAddress } from "../../platform/server/db/database.ts";
import { composeProduct } from "../../scripts/openapi.ts";
import { textOf } from "../architecture/repository.ts";

/** The first migration of each module that the former version did not have. */
const firstNew: Readonly<Record<string, string>> = {
  platform: "0025",
  authority: "0022",
  vehicle: "0028",
  partner: "0052",
  order: "0000",
};

/** Interfaces (method, path, code) and demo roles (code, permissions) of the former version. */
const [interfaceLines = [], roleLines = []] = textOf("tests/contract/former-names.txt")
  .trim()
  .split("\n\n")
  .map((part) => part.split("\n").map((line) => line.split(" ")));

const { authority, modules } = composeProduct();
const folders = migrationFolders([platformModule, ...modules]);

function formerFolders(root: string) {
  return folders.map(({ module, folder }) => {
    const copy = join(root, module);
    const end = firstNew[module] ?? "9999";
    cpSync(folder, copy, {
      recursive: true,
      filter: (path) => !/^\d{4}-/.test(basename(path)) || basename(path) < end,
    });
    return { module, folder: copy };
  });
}

/** The author of all rows of the former version. */
const me = newId();
const stamp = `1, now(), '${me}', now(), '${me}'`;
const stamped = "id, version, created_at, created_by, updated_at, updated_by";

async function fill(database: pg.Client): Promise<void> {
  const organization = newId();
  await database.query(
    `insert into app_user (${stamped}, user_name, mobile_phone, user_type, status, password_hash, pwd_updated_at)
     values ('${me}', ${stamp}, '旧用户', '13900000000', 'EMPLOYEE', 'ACTIVE', '', now())`,
  );
  await database.query(
    `insert into organization (${stamped}, code, name, type, path, level)
     values ($1::uuid, ${stamp}, 'OLD', '旧组织', 'GROUP', '/' || $1::text || '/', 1)`,
    [organization],
  );
  await insertInterfaces(database);
  await insertRoles(database);
  await database.query(
    `insert into api_client (${stamped}, name, ak, sk_cipher, sk_tail, owner_org_id, owner_user_id, interface_ids,
       rate_per_min, status)
     select gen_random_uuid(), ${stamp}, '旧客户端' || at, lpad(at::text, 20, 'A'), '', '', $1, '${me}',
       array(select id from api_interface where rate_per_min % 4 = at), 60, 'ACTIVE' from generate_series(0, 3) at`,
    [organization],
  );
  await database.query(
    `insert into idempotency_key (actor_id, key, endpoint, request_hash, created_at)
     values ('${me}', 'old', 'POST /user/v1/orgChanges/{id}/cancelMerge', '', now())`,
  );
}

/** Inserts interfaces with different limits and all combinations of switches. */
async function insertInterfaces(database: pg.Client): Promise<void> {
  for (const [at, [method, path, code]] of interfaceLines.entries()) {
    const status = at % 5 === 0 ? "DISABLED" : "ENABLED";
    await database.query(
      `insert into api_interface (${stamped}, method, path, name, service, permission_code, contract_hash, first_seen_at,
         last_seen_at, status, sensitive, log_body, rate_per_min)
       values ($1, ${stamp}, $2, $3, '旧接口', 'old', $4, '', now(), now(), $5, $6, $7, $8)`,
      [newId(), method, path, code, status, at % 3 === 0, at % 7 === 0, 100 + at],
    );
  }
  await database.query(
    `insert into permission_use (permission_code, user_id, last_used_at)
     select distinct permission_code, created_by, now() from api_interface where permission_code like '%:%'`,
  );
  await database.query(
    `insert into interface_body_log (id, interface_id, occurred_at, trace_id, status, msg_code, ms, request)
     select gen_random_uuid(), id, now(), 'old', 200, '', 1, path from api_interface`,
  );
}

async function insertRoles(database: pg.Client): Promise<void> {
  const everything = ["everything", ...new Set(interfaceLines.map(([, , code = ""]) => code))];
  for (const [role, ...codes] of [...roleLines, everything]) {
    const overrides = Object.fromEntries(codes.map((code, at) => [code, at % 2 === 0 ? "SELF" : "ORG"]));
    await database.query(
      `insert into role (${stamped}, code, name, permission_codes, scope_overrides, excluded_interfaces)
       values ($1, ${stamp}, $2, $2, $3, $4, array(select id from api_interface where rate_per_min % 11 = 0))`,
      [newId(), role, codes, JSON.stringify(overrides)],
    );
  }
  await database.query(
    `insert into role_version (id, role_id, version, snapshot, note, editor_id, created_at)
     select gen_random_uuid(), id, 1,
       jsonb_build_object('permissionCodes', permission_codes, 'scopeOverrides', scope_overrides), '', created_by, now()
     from role where created_by = '${me}'`,
  );
}

const known = `(select * from api_interface where created_by = '${me}')`;
/**
 * Queries whose results must be the same before and after. They use the ids of interfaces, because the names change.
 */
const facts: Readonly<Record<string, string>> = {
  limits: `select id, method, status, sensitive, log_body, rate_per_min from ${known} i order by id`,
  rights: `select r.code, r.data_scope, i.id, r.scope_overrides -> i.permission_code as scope from role r
    join ${known} i on i.permission_code = any(r.permission_codes) and i.id <> all(r.excluded_interfaces)
    where r.created_by = '${me}' order by r.code, i.id`,
  versions: `select r.code, cardinality(r.permission_codes) as codes from role r join role_version v on v.role_id = r.id
    and v.snapshot -> 'permissionCodes' = to_jsonb(r.permission_codes)
    and v.snapshot -> 'scopeOverrides' = r.scope_overrides where r.created_by = '${me}' order by r.code`,
  grants: `select c.name, i.id, i.method from api_client c join ${known} i on i.id = any(c.interface_ids)
    order by c.name, i.id`,
  uses: `select i.id, u.user_id from ${known} i join permission_use u on u.permission_code = i.permission_code order by i.id`,
  bodies: "select interface_id, request from interface_body_log order by interface_id",
};

async function factsOf(database: pg.Client): Promise<Map<string, readonly unknown[]>> {
  const found = new Map<string, readonly unknown[]>();
  for (const [name, query] of Object.entries(facts)) found.set(name, (await database.query(query)).rows);
  return found;
}

/** Migrates and compares the catalogue with the contract, as every start does. */
async function startOn(address: DatabaseAddress): Promise<void> {
  const node = await startNode({
    address,
    modules,
    poolSize: 4,
    log: createLog("silent"),
    personName: authority.personName,
    background: false,
  });
  await node.stop();
}

/** Makes a database of the former version and drops it after the act. */
async function onFormerDatabase(act: (address: DatabaseAddress, database: pg.Client) => Promise<void>): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "former-"));
  const { address, drop } = await createMigratedDatabase(formerFolders(root));
  const database = new pg.Client(connectionOptions(address));
  await database.connect();
  try {
    await act(address, database);
  } finally {
    await database.end();
    await drop();
    rmSync(root, { recursive: true });
  }
}

test("a database of the former version keeps every right, grant, limit and use under the new names", () =>
  onFormerDatabase(async (address, database) => {
    await fill(database);
    const before = await factsOf(database);
    await startOn(address);
    const after = await factsOf(database);
    assert.equal(before.get("limits")?.length, interfaceLines.length);
    assert.equal(before.get("versions")?.length, roleLines.length + 1);
    const { rows: lost } = await database.query(`select method, path from ${known} i where status = 'REMOVED'`);
    assert.deepEqual(lost, [], "a call that a later release takes away is taken out of former-names.txt");
    for (const [name, rows] of before) assert.deepEqual(after.get(name), rows, name);
    const { rows: keyed } = await database.query("select endpoint from idempotency_key where key = 'old'");
    assert.deepEqual(keyed, [{ endpoint: "POST /user/v1/org-changes/{id}/cancel-merge" }]);
  }));
