import assert from "node:assert/strict";
import { test } from "node:test";
import { editUser, mergeOrganization } from "@ops/authority/contract";
import {
  type GivenOrganization,
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
} from "@ops/authority/server/testing";
import { dayOf, type Endpoint } from "@ops/platform/contract";
import { parseAnswer } from "./answers.ts";
import { callOf, validLikeInputs } from "./cases.ts";
import "./promises.ts";
import { exampleOf } from "@ops/authority/server/testing";
import { mergeOfAppointments } from "../../modules/authority/server/promises/organization-examples.ts";
import { type Change, changesBetween, readRights } from "./rights-model.ts";
import { knownIds } from "./trying.ts";
import { type Credentials, type Offer, world } from "./world.ts";

const app = world();
const GUESSES = 2;

/** Codes that everybody else has and that the caller with few codes lacks. */
const HIGHER = ["platform:region:edit", "authority:apiClient:rotate"];

/**
 * The emergency calls, which may take rights away but grant none. Only people with enough rights can undo them
 * (decision 0021).
 */
const brakes = new Set(["/user/v1/users/{id}/disable", "/user/v1/users/batch/disable"]);

interface Ground {
  /** The organisation where everybody works. */
  readonly here: GivenOrganization;
  /** An organisation in which everybody works as well, but in which the caller with every code has no rights. */
  readonly elsewhere: GivenOrganization;
  readonly higher: { readonly id: string };
  /** A person who has every role. */
  readonly witness: { readonly id: string };
}

interface Caller {
  readonly userId: string;
  readonly roleId: string;
  readonly credentials: Credentials;
}

async function givenGround(): Promise<Ground> {
  const elsewhere = await givenOrganization(app, { type: "DEPT" });
  const here = await givenOrganization(app, { type: "DEPT" });
  const higher = await givenRole(app, { permissionCodes: [...HIGHER], dataScope: "ORG" });
  const witness = await givenUser(app);
  return { here, elsewhere, higher, witness };
}

/**
 * Gives everybody more rights than the caller: here, at every post and elsewhere, and with every role or position that
 * somebody may get. A future post has no grants yet, because its position brings them.
 */
async function raiseEverybody({ here, elsewhere, higher, witness }: Ground): Promise<void> {
  await app.rows("update role set permission_codes = $1 where permission_codes = '{}' and status = 'ENABLED'", [
    HIGHER,
  ]);
  await app.rows(
    "update position set default_role_ids = array[$1::uuid] where default_role_ids = '{}' and code <> 'PARTNER_STAFF'",
    [higher.id],
  );
  await app.rows(
    `insert into membership (id, created_at, created_by, updated_at, updated_by, user_id, organization_id, position_id,
       is_primary, start_date, status)
     select uuidv7(), now(), u.id, now(), u.id, u.id, place, p.id, false, current_date - 9, 'EFFECTIVE'
     from app_user u, unnest($1::uuid[]) as place, lateral (select id from position order by created_at limit 1) p
     where u.deleted_at is null and not u.bool_admin
       and not exists (select 1 from membership m where m.user_id = u.id and m.organization_id = place)`,
    [[here.id, elsewhere.id]],
  );
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from, granted_by)
     select uuidv7(), now(), m.user_id, now(), m.user_id, m.id, $1, now() - interval '1 hour', m.user_id
     from membership m where m.status = 'EFFECTIVE' on conflict do nothing`,
    [higher.id],
  );
  await app.rows(
    `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from, granted_by)
     select uuidv7(), now(), m.user_id, now(), m.user_id, m.id, r.id, now() - interval '1 hour', m.user_id
     from membership m, role r where m.user_id = $1 and r.status = 'ENABLED' on conflict do nothing`,
    [witness.id],
  );
}

/** Makes a caller with few codes that reach everything, who may grant every role. */
async function givenFewCodes({ permission }: Endpoint): Promise<Caller> {
  const codes = [permission, "authority:user:edit", "authority:grant:edit", "authority:user:list"];
  const permissions = [...new Set(codes)].filter((code) => code.includes(":"));
  return givenCaller({ permissionCodes: permissions, dataScope: "ALL" });
}

/**
 * Makes a caller with every code, each of which reaches everything except one organisation, who may grant every role.
 */
async function givenEveryCode({ elsewhere }: Ground): Promise<Caller> {
  const organizations = await app.rows<{ id: string }>("select id from organization where id <> $1", [elsewhere.id]);
  const codes = app.offers().flatMap(({ endpoint }) => (endpoint.permission.includes(":") ? endpoint.permission : []));
  const customOrgs = organizations.map(({ id: orgId }) => ({ orgId, withChildren: false }));
  return givenCaller({ permissionCodes: [...new Set([...codes, ...HIGHER])], dataScope: "CUSTOM", customOrgs });
}

async function givenCaller(wishes: Parameters<typeof givenRole>[1]): Promise<Caller> {
  const [user, organization, role] = [
    await givenUser(app),
    await givenOrganization(app, { type: "DEPT" }),
    await givenRole(app, wishes),
  ];
  await app.rows(
    `update role set grantable_role_ids = array(select id from role), custom_orgs = custom_orgs || $2::jsonb where id = $1`,
    [role.id, JSON.stringify([{ orgId: organization.id, withChildren: false }])],
  );
  await givenMembership(app, { user, organization, roles: [role], isPrimary: true });
  const { token } = await app.clientOf(user, [organization.id]);
  return { userId: user.id, roleId: role.id, credentials: { authorization: token } };
}

/**
 * Removes everybody but the witness, and the roles that the case made. The next case makes its own, so that comparing
 * stays cheap.
 */
async function dismiss({ higher, witness }: Ground): Promise<void> {
  await app.rows(
    `with gone as (
       update role set status = 'DISABLED', permission_codes = '{}', grantable_role_ids = '{}', custom_orgs = '[]'
       where id <> $1 and not built_in and status = 'ENABLED' returning id
     ) delete from role_grant using gone where role_id = gone.id`,
    [higher.id],
  );
  await app.rows("update app_user set deleted_at = now() where not bool_admin and deleted_at is null and id <> $1", [
    witness.id,
  ]);
}

interface Case {
  readonly name: string;
  readonly code: string;
  readonly changes: number;
  readonly beyond: readonly Change[];
}

const makers = {
  "few codes": (_: Ground, endpoint: Endpoint) => givenFewCodes(endpoint),
  "every code": givenEveryCode,
};

/** Calls the endpoint once as somebody with limited rights, and tells whose rights changed beyond these. */
async function tryOffer(ground: Ground, offer: Offer, who: keyof typeof makers, variant: number): Promise<Case> {
  const { endpoint, host, name } = offer;
  const exampleFor = endpoint.path === mergeOrganization.path ? mergeOfAppointments : exampleOf(endpoint);
  const example = await exampleFor?.(app);
  const input = example?.input ?? validLikeInputs(endpoint, await knownIds(app), GUESSES)[variant];
  await raiseEverybody(ground);
  const caller = await makers[who](ground, endpoint);
  const before = await readRights(app, caller.userId);
  const body = input?.body && { ...input.body, ...(example ? daysOf(endpoint, variant) : {}) };
  const call = callOf(endpoint, { params: { ...input?.params }, query: { ...input?.query }, body });
  const hasCode = endpoint.permission.includes(":");
  const credentials = hasCode ? caller.credentials : (example?.credentials ?? caller.credentials);
  const received = await app.send(host, { ...call, headers: { ...call.headers, ...credentials } });
  const after = await readRights(app, caller.userId);
  const changes = changesBetween(before, after);
  if (after.own.rows !== before.own.rows) changes.push(ownChange(caller));
  await dismiss(ground);
  const isExcused = await excusesOf(offer, changes);
  const beyond = changes.filter((change) => !before.own.covers(change.right) && !isExcused(change));
  const answer = parseAnswer(received);
  const code = answer?.success ? "" : (answer?.msgCode ?? `HTTP ${received.status}`);
  return { name: `${name} (${who})`, code, changes: changes.length, beyond };
}

const DAYS = ["validUntil", "endDate"];

/**
 * Counts the variants of a call. An example is sent as it is and, if it names a last day, also with an early one and
 * without one.
 */
function variantsOf(endpoint: Endpoint): number {
  if (!exampleOf(endpoint)) return GUESSES;
  return DAYS.some((day) => endpoint.body?.shape[day]) ? 3 : 1;
}

function daysOf(endpoint: Endpoint, variant: number): Record<string, string | null> {
  const named = variant === 0 ? [] : DAYS.filter((day) => endpoint.body?.shape[day]);
  const soon = dayOf(new Date(app.now().getTime() + 86_400_000));
  return Object.fromEntries(named.map((day) => [day, variant === 1 ? soon : null]));
}

const ownChange = ({ userId }: Caller): Change => ({ userId, kind: "gained", right: "0 own rights" });

/** Finds the changes that decisions 0015 and 0021 allow. */
async function excusesOf({ endpoint, module }: Offer, changes: readonly Change[]) {
  const ids = [...new Set(changes.map(({ userId }) => userId))];
  const kept = await app.rows<{ id: string }>(
    "select id from app_user where id = any($1::uuid[]) and source = 'STAFF' and fence_org_id is not null",
    [ids],
  );
  const isKept = new Set(kept.map(({ id }) => id));
  return ({ userId, kind }: Change) =>
    (module === "partner" && isKept.has(userId)) || (kind === "lost" && brakes.has(endpoint.path));
}

test("AU-R15, AU-R16 no write changes anybody's rights beyond the caller's own, now or later", async (context) => {
  const ground = await givenGround();
  const writes = app.offers().filter(({ endpoint, kind }) => endpoint.method !== "GET" && kind !== "stream");
  const cases: Case[] = [];
  for (const offer of writes) {
    const variants = variantsOf(offer.endpoint);
    for (const who of ["few codes", "every code"] as const) {
      for (let n = 0; n < variants; n++) cases.push(await tryOffer(ground, offer, who, n));
    }
  }
  const done = cases.filter(({ code }) => code === "");
  const changing = done.filter(({ changes }) => changes > 0);
  const held = cases.filter(({ code }) => /^(GRANT_EXCEEDS|USER_RIGHTS_BEYOND|USER_OUT_OF_SCOPE)$/.test(code));
  context.diagnostic(
    `${cases.length} calls of ${writes.length} writes: ${done.length} done, ${changing.length} of them changed rights, ${held.length} refused by the ceiling`,
  );
  for (const { name, code, changes } of cases)
    context.diagnostic(`${name}: ${code || "done"}, ${changes} rights changed`);
  assert.deepEqual(cases.filter(({ beyond }) => beyond.length > 0).map(shown), []);
  assert.ok(done.length > 100 && changing.length > 5 && held.length > 10, "too few calls reached the rules");
});

const shown = ({ name, beyond }: Case) =>
  `${name}: ${beyond.slice(0, 5).map(({ kind, right, userId }) => `${userId} ${kind} ${right}`)}`;

test("AU-R16 a right that somebody above the caller loses, gains or keeps for longer would be noticed", async () => {
  const ground = await givenGround();
  const user = await givenUser(app, { validUntil: "2026-12-31" });
  const { id } = await givenMembership(app, { user, organization: ground.elsewhere, isPrimary: true });
  await raiseEverybody(ground);
  const caller = await givenFewCodes(editUser);
  const planted = [
    ["update app_user set valid_until = null where id = $1", user.id],
    ["update membership set end_date = current_date + 9 where id = $1", id],
    ["update role set data_scope = 'ALL' where id = $1", ground.higher.id],
    ["update role set permission_codes = '{}' where id = $1", ground.higher.id],
    ["update app_user set bool_admin = true where id = $1", user.id],
  ] as const;
  for (const [change, about] of planted) {
    const before = await readRights(app, caller.userId);
    await app.rows(change, [about]);
    const changes = changesBetween(before, await readRights(app, caller.userId));
    assert.ok(
      changes.some((one) => !before.own.covers(one.right)),
      change,
    );
  }
});
