import { givenMembership, givenOrganization, givenRole, givenUser } from "@ops/authority/server/testing";
import { newId } from "@ops/platform/server";
import * as car from "./matrix-kinds-car.ts";
import { partnerKinds } from "./matrix-kinds-partner.ts";
import { apiClients, otherAccounts, thirdSystems } from "./matrix-kinds-third.ts";
import * as vehicle from "./matrix-kinds-vehicle.ts";
import type { Fact } from "./matrix-model.ts";
import { type Caller, type Ground, organizationOf, type Place, places } from "./matrix-places.ts";

/** How a kind of record is arranged, and where its data scope comes from. */
export interface Kind {
  readonly places: readonly Place[];
  /** A new record at this place, as the path names it. */
  make(ground: Ground, place: Place, caller: Caller): Promise<string>;
  /** All records there are, read from the tables: `id, exists, organizationIds, ownerId`. */
  readonly facts: string;
}

const missing = async () => newId();

/** Kinds that are the same for the whole brand: only there or not there. */
function unscoped(table: string, make: (ground: Ground) => Promise<string>, key = "id"): Kind {
  return {
    places: ["home", "missing"],
    make: (ground, place) => (place === "missing" ? missing() : make(ground)),
    facts: `select ${key}::text as id, true as exists, '{}'::uuid[] as "organizationIds", null as "ownerId", true as everywhere
      from ${table}`,
  };
}

const of = (user: string) =>
  `array(select m.organization_id from membership m where m.user_id = ${user} and m.status <> 'ENDED')`;

/** Somebody who works at the place; nowhere is somebody without a membership. */
async function givenPerson(ground: Ground, place: Place): Promise<{ id: string; membershipId: string }> {
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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
    if (place === "missing") return missing();
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

/** Seen by those in whose scope its author worked, and by its author. */
const announcements: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "nowhere", "missing"],
  facts: `select id, true as exists, array_remove(array[org_id], null) as "organizationIds", created_by as "ownerId",
    false as everywhere from announcement`,
  make: async (ground, place, caller) => {
    if (place === "missing") return missing();
    const id = newId();
    const at = place === "nowhere" ? null : organizationOf(ground, place).id;
    await ground.app.rows(
      `insert into announcement (id, created_at, created_by, updated_at, updated_by, org_id, announcement_no, title,
         content, audience, status)
       values ($1::uuid, now(), $2, now(), $2, $3, $1::text, '公告', '内容', 'ALL', 'DRAFT')`,
      [id, place === "own" ? caller.userId : id, at],
    );
    return id;
  },
};

/** Seen by their owner, and by those in whose scope the owner worked. */
const tasks: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "nowhere", "missing"],
  facts: `select id, true as exists, array_remove(array[org_id], null) as "organizationIds", owner_id as "ownerId",
    false as everywhere from task`,
  make: async (ground, place, caller) => {
    if (place === "missing") return missing();
    const owner = place === "own" ? caller.userId : newId();
    const at = place === "nowhere" ? null : organizationOf(ground, place).id;
    return givenTask(ground.app, { owner, at });
  },
};

/** A task that nobody works on. */
export async function givenTask(
  app: Ground["app"],
  { owner, at, status = "QUEUED" }: { owner: string; at: string | null; status?: string },
): Promise<string> {
  const id = newId();
  const finishedAt = status === "QUEUED" ? null : new Date();
  await app.rows(
    `insert into task (id, created_at, created_by, updated_at, updated_by, task_no, kind, biz_type, biz_name, file_name,
       params, params_hash, status, owner_id, owner_name, org_id, organization_ids, permission_code, finished_at)
     values ($1::uuid, now(), $2, now(), $2, $1::text, 'EXPORT', 'authority.user', '用户列表', '用户列表.xlsx',
       '{}', $1::text, $4, $2, '某人', $3, '{}', 'authority:user:export', $5)`,
    [id, owner, at, status, finishedAt],
  );
  return id;
}

const stamp = "1, now(), $1::uuid, now(), $1::uuid";

async function inserted({ app }: Ground, statement: string): Promise<string> {
  const id = newId();
  await app.rows(statement, [id]);
  return id;
}

async function anyOne({ app }: Ground, query: string): Promise<string> {
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

const dictEntries = unscoped("dict_entry", async (ground) => {
  const code = `t${newId().slice(-8)}`;
  await ground.app.rows(`insert into dict_type values ($1::uuid, ${stamp}, $2, '类型', 'platform', false)`, [
    newId(),
    code,
  ]);
  return inserted(
    ground,
    `insert into dict_entry values ($1::uuid, ${stamp}, '${code}', '名称', 'A', 1, null, 'ENABLED')`,
  );
});

export const kinds = {
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
  dictEntries,
  announcements,
  tasks,
  apiClients,
  otherAccounts,
  thirdSystems,
  ...vehicle,
  ...car,
  ...partnerKinds,
};
export type KindName = keyof typeof kinds;

export const factsOf = ({ app }: Ground, kind: Kind): Promise<Fact[]> => app.rows<Fact>(kind.facts);

export async function factOf({ app }: Ground, kind: Kind, id: string): Promise<Fact | undefined> {
  return (await app.rows<Fact>(`select * from (${kind.facts}) known where known.id = $1`, [id]))[0];
}
