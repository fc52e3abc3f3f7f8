import { newId } from "@ops/platform/server";
import {
  givenMembership,
  givenUser,
  type Kind,
  organizationOf,
  type Place,
  type PromiseCaller,
  type PromiseGround,
  scopedPlaces,
} from "../testing.ts";

const stamp = "1, now(), $1::uuid, now(), $1::uuid";
const stamped = "id, version, created_at, created_by, updated_at, updated_by";

async function personAt(ground: PromiseGround, place: Place, caller: PromiseCaller): Promise<string> {
  if (place === "own") return caller.userId;
  const user = await givenUser(ground.app);
  if (place === "nowhere") return user.id;
  await givenMembership(ground.app, { user, organization: organizationOf(ground, place), isPrimary: true });
  return user.id;
}

/** Belongs to an organisation and to its owner. */
const apiClients: Kind = {
  places: scopedPlaces.filter((place) => place !== "nowhere"),
  facts: `select id, true as exists, array[owner_org_id] as "organizationIds", owner_user_id as "ownerId",
    false as everywhere from api_client`,
  make: async (ground, place, caller) => {
    const id = newId();
    if (place === "missing") return id;
    const [orgId, ownerId] = [organizationOf(ground, place).id, await personAt(ground, place, caller)];
    await ground.app.rows(
      `insert into api_client (${stamped}, name, ak, sk_cipher, sk_tail, owner_org_id, owner_user_id, rate_per_min, status)
       values ($1::uuid, ${stamp}, $1::text, substr(replace($1::text, '-', ''), 13, 20), '\\x00', 'tail', $2, $3, 60, 'ACTIVE')`,
      [id, orgId, ownerId],
    );
    return id;
  },
};

/** Seen by whoever sees its person. */
const otherAccounts: Kind = {
  places: ["own", "home", "child", "foreign", "custom", "below custom", "custom alone", "nowhere", "missing"],
  facts: `select a.id, true as exists, a.user_id as "ownerId", false as everywhere, array(select m.organization_id
    from membership m where m.user_id = a.user_id and m.status <> 'ENDED') as "organizationIds" from other_account a`,
  make: async (ground, place, caller) => {
    const id = newId();
    if (place === "missing") return id;
    await ground.app.rows(
      `insert into other_account (${stamped}, platform, external_id, user_id, bind_kind, status)
       values ($1::uuid, ${stamp}, 'WECOM', $1::text, $2, 'MANUAL', 'BOUND')`,
      [id, await personAt(ground, place, caller)],
    );
    return id;
  },
};

/** The same for the whole brand. */
const thirdSystems: Kind = {
  places: ["home", "missing"],
  facts: `select id, true as exists, '{}'::uuid[] as "organizationIds", null as "ownerId", true as everywhere from third_system`,
  make: async (ground, place) => {
    const id = newId();
    if (place === "missing") return id;
    await ground.app.rows(
      `insert into third_system (${stamped}, code, name, launch_kind, launch_url, status)
       values ($1::uuid, ${stamp}, 'S' || substr($1::text, 20), '系统', 'LINK', 'https://third.example.com', 'ENABLED')`,
      [id],
    );
    return id;
  },
};

export const thirdKinds = { apiClients, otherAccounts, thirdSystems };
