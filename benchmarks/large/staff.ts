import { createHash } from "node:crypto";
import type pg from "pg";

export const ADMINISTRATOR = "large-token-administrator";
export const MANAGER = "large-token-manager";

/** The row of something that has to be there. */
export async function oneOf<Row extends object>(
  client: pg.Client,
  query: string,
  values: unknown[] = [],
): Promise<Row> {
  const { rows } = await client.query<Row>(query, values);
  const [row] = rows;
  if (!row) throw new Error(`nothing found: ${query}`);
  return row;
}

export function placeOf(client: pg.Client, code: string): Promise<{ id: string }> {
  return oneOf(client, "select id from organization where code = $1", [code]);
}

/** Somebody with a post over one region, who may do this there. */
export async function makeManager(client: pg.Client, codes: readonly string[]): Promise<void> {
  await client.query(
    `with person as (select id from app_user where staff_no = 'L0000009'), post as (
       insert into membership (id, created_at, created_by, updated_at, updated_by, user_id, organization_id, position_id,
         start_date, status)
       select uuidv7(), now(), id, now(), id, id, (select id from organization where code = 'LARGE-R1'),
         (select id from position where code = 'largeAdvisor'), '2025-01-01', 'EFFECTIVE' from person returning id
     ), made as (
       insert into role (id, created_at, created_by, updated_at, updated_by, code, name, data_scope, permission_codes)
       select uuidv7(), now(), id, now(), id, 'largeManager', '规模测试经理', 'ORG_TREE', $1 from person returning id
     ), given as (
       insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from,
         granted_by)
       select uuidv7(), now(), person.id, now(), person.id, post.id, made.id, now(), person.id from person, post, made
     )
     update app_user set status = 'ACTIVE' where id = (select id from person)`,
    [codes],
  );
}

/** An administrator, and the manager of one region. */
export async function signInStaff(client: pg.Client): Promise<void> {
  await client.query("delete from session where device_name = 'bench'");
  const admin = await oneOf<{ id: string }>(
    client,
    "select id from app_user where bool_admin and status = 'ACTIVE' limit 1",
  );
  const manager = await oneOf<{ id: string }>(client, "select id from app_user where staff_no = 'L0000009'");
  await signIn(client, ADMINISTRATOR, admin.id, []);
  await signIn(client, MANAGER, manager.id, [(await placeOf(client, "LARGE-R1")).id]);
}

/** As seen just now for the whole run: noting once a minute that somebody is there is not what is measured. */
export async function signIn(
  client: pg.Client,
  token: string,
  userId: string,
  organizationIds: readonly string[],
): Promise<void> {
  await client.query(
    `insert into session (id, token_hash, user_id, active_organization_ids, login_kind, device_name, os, browser, ip,
       ip_region, created_at, last_seen_at, idle_expires_at, absolute_expires_at, status)
     values (gen_random_uuid(), $1, $2, $3, 'PASSWORD', 'bench', 'bench', 'bench', '127.0.0.1', '', now(),
       now() + interval '1 hour', now() + interval '2 hours', now() + interval '12 hours', 'ACTIVE')`,
    [createHash("sha256").update(token).digest(), userId, organizationIds],
  );
}
