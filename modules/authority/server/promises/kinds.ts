import { newId } from "@ops/platform/server";
import {
  givenMembership,
  givenOrganization,
  givenRole,
  givenUser,
  type Kind,
  organizationOf,
  type Place,
  type PromiseGround,
  places,
  unscoped,
} from "../testing.ts";

const of = (user: string) =>
  `array(select m.organization_id from membership m where m.user_id = ${user} and m.status <> 'ENDED')`;

/** Somebody who works at the place; nowhere is somebody without a membership. */
async function givenPerson(ground: PromiseGround, place: Place): Promise<{ id: string; membershipId: string }> {
  const user = await givenUser(ground.app);
  if (place === "nowhere") return { id: user.id, membershipId: newId() };
  const organization = organizationOf(ground, place);
  const membership = await givenMembership(ground.app, { user, organization, isPrimary: true });
  return { id: user.id, membershipId: membership.id };
}

const users: Kind = {
  places,
  facts: `select u.id, u.deleted_at is null as exists, ${of("u.id")} as "organizationIds", u.id as "ownerId",
    false as everywhere from app_user u`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    if (place === "own") return caller.userId;
    const { id } = await givenPerson(ground, place);
    if (place === "deleted") await ground.app.rows("update app_user set deleted_at = now() where id = $1", [id]);
    return id;
  },
};

const organizations: Kind = {
  places: places.filter((place) => place !== "nowhere"),
  facts: `select id, deleted_at is null as exists, array[id] as "organizationIds", null as "ownerId",
    false as everywhere from organization`,
  make: async (ground, place) => {
    if (place === "missing") return newId();
    if (place !== "deleted") return organizationOf(ground, place).id;
    const { id } = await givenOrganization(ground.app, { type: "DEPT", parent: ground.at.home });
    await ground.app.rows("update organization set deleted_at = now() where id = $1", [id]);
    return id;
  },
};

/** Seen by those in whose scope it was made. */
const roles: Kind = {
  places,
  facts: `select r.id, r.deleted_at is null as exists, ${of("r.created_by")} as "organizationIds",
    r.created_by as "ownerId", exists (select 1 from role o where r.id = any(o.grantable_role_ids)) as everywhere
    from role r`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const { id } = await givenRole(ground.app);
    const maker = place === "own" ? caller.userId : (await givenPerson(ground, place)).id;
    const deletedAt = place === "deleted" ? new Date() : null;
    await ground.app.rows("update role set created_by = $2, deleted_at = $3 where id = $1", [id, maker, deletedAt]);
    return id;
  },
};

const sessions: Kind = {
  places,
  facts: `select s.id, s.status = 'ACTIVE' as exists, ${of("s.user_id")} as "organizationIds", s.user_id as "ownerId",
    false as everywhere from session s`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    if (place === "own") return caller.sessionId;
    const person = await givenPerson(ground, place);
    const user = { id: person.id, userName: "", mobilePhone: "", staffNo: "", version: 1 };
    const { sessionId } = await ground.app.clientOf(user, [organizationOf(ground, place).id]);
    const end = "update session set status = 'ENDED', end_reason = 'LOGOUT', ended_at = now() where id = $1";
    if (place === "deleted") await ground.app.rows(end, [sessionId]);
    return sessionId;
  },
};

/** One that is over keeps its person out of sight, who has no other. */
const memberships: Kind = {
  places: places.filter((place) => place !== "nowhere"),
  facts: `select id, true as exists, user_id as "ownerId", false as everywhere,
    case when status = 'ENDED' then '{}' else array[organization_id] end as "organizationIds" from membership`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    if (place === "own") return caller.membershipId;
    const { membershipId } = await givenPerson(ground, place);
    const end = "update membership set status = 'ENDED', end_date = current_date, is_primary = false where id = $1";
    if (place === "deleted") await ground.app.rows(end, [membershipId]);
    return membershipId;
  },
};

const grants: Kind = {
  places: memberships.places,
  facts: `select g.id, true as exists, m.user_id as "ownerId", false as everywhere,
    case when m.status = 'ENDED' then '{}' else array[m.organization_id] end as "organizationIds"
    from role_grant g join membership m on m.id = g.membership_id`,
  make: async (ground, place, caller) => {
    if (place === "missing") return newId();
    const membershipId = await memberships.make(ground, place, caller);
    const [row] = await ground.app.rows<{ id: string }>(
      `insert into role_grant (id, created_at, created_by, updated_at, updated_by, membership_id, role_id, valid_from, granted_by)
       values ($1, now(), $1, now(), $1, $2, $3, now(), $1)
       on conflict (membership_id, role_id, source) where status = 'ACTIVE' do update set reason = null returning id`,
      [newId(), membershipId, ground.lent.id],
    );
    return row?.id ?? newId();
  },
};

const orgChanges: Kind = {
  places: organizations.places.filter((place) => place !== "deleted"),
  facts: `select id, true as exists, array_remove(array[source_org_id, target_org_id], null) as "organizationIds",
    null as "ownerId", false as everywhere from org_change`,
  make: async (ground, place) => {
    if (place === "missing") return newId();
    const id = newId();
    await ground.app.rows(
      `insert into org_change (id, created_at, created_by, updated_at, updated_by, change_no, kind, source_org_id, status)
       values ($1::uuid, now(), $1::uuid, now(), $1::uuid, $1::text, 'DISABLE', $2, 'DONE')`,
      [id, organizationOf(ground, place).id],
    );
    return id;
  },
};

const loginLogs: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "nowhere"],
  facts: `select l.id, true as exists, ${of("l.user_id")} as "organizationIds", l.user_id as "ownerId",
    false as everywhere from login_log l`,
  make: async (ground, place, caller) => {
    const [id, userId] = [newId(), await users.make(ground, place, caller)];
    await ground.app.rows(
      `insert into login_log (id, occurred_at, identity_masked, user_id, kind, result, ip, ip_region, device, trace_id)
       values ($1::uuid, now(), '139****0000', $2, 'PASSWORD', 'SUCCESS', '10.0.0.1', '', '', '')`,
      [id, userId],
    );
    return id;
  },
};

const stamp = "1, now(), $1::uuid, now(), $1::uuid";

async function inserted({ app }: PromiseGround, statement: string): Promise<string> {
  const id = newId();
  await app.rows(statement, [id]);
  return id;
}

async function anyOne({ app }: PromiseGround, query: string): Promise<string> {
  const [row] = await app.rows<{ id: string }>(query);
  return row?.id ?? newId();
}

const positions = unscoped("position", (ground) =>
  inserted(
    ground,
    `insert into position (id, version, created_at, created_by, updated_at, updated_by, code, name)
     values ($1::uuid, ${stamp}, $1::text, $1::text)`,
  ),
);

const interfaces = unscoped("api_interface", (ground) =>
  inserted(
    ground,
    `insert into api_interface values ($1::uuid, ${stamp}, 'GET', '/none/v1/' || $1::text, '无', 'none', 'none:none:list',
       'ENABLED', false, null, '', now(), now())`,
  ),
);

const syncRuns = unscoped("interface_sync_run", (ground) =>
  anyOne(ground, "select id from interface_sync_run limit 1"),
);

const menus = unscoped(
  "menu",
  (ground) =>
    inserted(
      ground,
      `insert into menu (id, version, created_at, created_by, updated_at, updated_by, key, title, path, kind, source)
       values ($1::uuid, ${stamp}, $1::text, '菜单', 'https://example.com/' || $1::text, 'LINK', 'CUSTOM')`,
    ),
  "key",
);

export const baseKinds = {
  users,
  organizations,
  roles,
  sessions,
  memberships,
  grants,
  orgChanges,
  loginLogs,
  positions,
  interfaces,
  syncRuns,
  menus,
};
