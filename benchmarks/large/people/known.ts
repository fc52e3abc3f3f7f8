import type pg from "pg";
import { oneOf, placeOf, signIn } from "../staff.ts";

/** What the calls of the benchmark name, different in each set. */
export interface KnownPeople {
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

/** Somebody who holds the role to be saved. */
export const HOLDER = "large-token-holder";

export async function knownPeople(client: pg.Client): Promise<KnownPeople> {
  const [region, store] = [await placeOf(client, "LARGE-R1"), await placeOf(client, "LARGE-S3")];
  // where it is not yet: an earlier run may have moved it
  const other = await oneOf<{ id: string }>(
    client,
    `select id from organization where (code = 'EAST' or parent_id is null)
     and id <> (select parent_id from organization where id = $1) limit 1`,
    [region.id],
  );
  const role = await oneOf<{ id: string }>(client, "select id from role where code = 'large0'");
  const person = await oneOf<{ id: string; no: string; name: string }>(
    client,
    "select id, staff_no as no, user_name as name from app_user where staff_no = 'L0000007'",
  );
  // a code that its holder has through no other role; a list belongs to what is done with it and has to stay
  const holder = await oneOf<{ id: string; place: string; code: string }>(
    client,
    `select m.user_id as id, m.organization_id as place, held.code
     from role_grant g join membership m on m.id = g.membership_id join role r on r.id = g.role_id
     join app_user u on u.id = m.user_id and u.status = 'ACTIVE' and not u.bool_admin, unnest(r.permission_codes) as held(code)
     where g.role_id = $1 and held.code not like '%:list' and not exists (
       select from role_grant o join membership n on n.id = o.membership_id join role x on x.id = o.role_id
       where n.user_id = m.user_id and x.id <> r.id and held.code = any(x.permission_codes)) limit 1`,
    [role.id],
  );
  await signIn(client, HOLDER, holder.id, [holder.place]);
  const places = { regionId: region.id, moveTargetId: other.id, storeId: store.id };
  const named = { userId: person.id, staffNo: person.no, userName: person.name };
  return { roleId: role.id, codeOfRole: holder.code, ...places, ...named };
}
