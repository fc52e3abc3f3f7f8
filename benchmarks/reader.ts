import { createHash } from "node:crypto";
import type pg from "pg";
import { LEAD_EDIT, LEAD_VIEW } from "./lead.ts";

/** The region manager of the demo data: an ordinary user with a role whose scope is the organisation and those below. */
export interface Reader {
  readonly userId: string;
  readonly name: string;
  readonly organizationId: string;
  readonly path: string;
  /** How many sessions the person has; see `tokenOf`. */
  readonly sessions: number;
}

const PHONE = "13800000002";
const ADMIN_PHONE = "13800000003";
const ADMIN_TOKEN = "bench-admin";

export function tokenOf(session: number): string {
  return `bench-token-${session}`;
}

export async function grantLeads(client: pg.Client): Promise<void> {
  await client.query("update role set permission_codes = permission_codes || $1 where code = 'regionManager'", [
    [LEAD_VIEW, LEAD_EDIT],
  ]);
}

/**
 * Opens that many sessions for the reader, which no cache can hold for long when they are used in turn. They count as seen
 * just now for the whole run: noting once a minute that somebody is there would be measured 20,000 times too often.
 */
export async function signInReader(client: pg.Client, sessions: number): Promise<Reader> {
  const { rows } = await client.query<Omit<Reader, "sessions">>(
    `select u.id as "userId", u.user_name as name, o.id as "organizationId", o.path
     from app_user u join membership m on m.user_id = u.id and m.is_primary join organization o on o.id = m.organization_id
     where u.mobile_phone = $1`,
    [PHONE],
  );
  const [reader] = rows;
  if (!reader) throw new Error(`the demo account ${PHONE} is missing`);
  const tokens = Array.from({ length: sessions }, (_, n) => tokenOf(n));
  await openSessions(client, reader, tokens);
  return { ...reader, sessions };
}

/** Somebody of the demo data who becomes an administrator and sees every lead; answers the token. */
export async function signInAdmin(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ userId: string; organizationId: string }>(
    `update app_user u set bool_admin = true from membership m
     where m.user_id = u.id and m.is_primary and u.mobile_phone = $1
     returning u.id as "userId", m.organization_id as "organizationId"`,
    [ADMIN_PHONE],
  );
  const [admin] = rows;
  if (!admin) throw new Error(`the demo account ${ADMIN_PHONE} is missing`);
  await openSessions(client, admin, [ADMIN_TOKEN]);
  return ADMIN_TOKEN;
}

async function openSessions(
  client: pg.Client,
  { userId, organizationId }: Pick<Reader, "userId" | "organizationId">,
  tokens: readonly string[],
): Promise<void> {
  const hashes = tokens.map((token) => createHash("sha256").update(token).digest());
  await client.query(
    `insert into session (id, token_hash, user_id, active_organization_ids, login_kind, device_name, os, browser, ip,
       ip_region, created_at, last_seen_at, idle_expires_at, absolute_expires_at, status)
     select gen_random_uuid(), hash, $2, array[$3::uuid], 'PASSWORD', 'bench', 'bench', 'bench', '127.0.0.1', '', now(),
       now() + interval '1 hour', now() + interval '2 hours', now() + interval '12 hours', 'ACTIVE'
     from unnest($1::bytea[]) hash`,
    [hashes, userId, organizationId],
  );
}
