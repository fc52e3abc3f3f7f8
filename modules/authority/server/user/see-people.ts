import type { Facts, Seen, Tx } from "@ops/platform/server";
import { type RawBuilder, sql } from "kysely";
import { type UserState, userStates } from "../../contract/index.ts";
import { notOver } from "../rights/in-force.ts";
import { visibleRoles } from "../rights/reader/visible-roles.ts";

const STATE = "账号状态";
type SeenPeople = Promise<ReadonlyMap<string, Seen>>;

/** Shows names and account states, for batches that switch accounts on or off. */
export function seeStates(tx: Tx, ids: readonly string[]): SeenPeople {
  return seePeople(tx, ids, { name: STATE, value: sql`app_user.status`, words: userStates.label });
}

/** Reads the account state out of what `seeStates` showed. */
export function stateIn(facts: Facts): UserState {
  const state = userStates.schema.options.find((one) => userStates.label(one) === facts[STATE]);
  if (!state) throw new Error("a batch that switches accounts shows their states");
  return state;
}

/** Shows names and roles, without the roles that the reader may not see. */
export async function seeRoles(tx: Tx, ids: readonly string[]): SeenPeople {
  const visible = (await visibleRoles(tx)) ?? sql<boolean>`true`;
  const value = sql`(select string_agg(distinct role.name, '、' order by role.name)
    from role_grant g join membership m on m.id = g.membership_id join role on role.id = g.role_id
    where m.user_id = app_user.id and ${notOver(tx)} and ${visible})`;
  return seePeople(tx, ids, { name: "角色", value });
}

/** Shows names and primary posts. */
export function seePosts(tx: Tx, ids: readonly string[]): SeenPeople {
  const value = sql`(select o.name || '（' || p.name || '）' from membership m
    join organization o on o.id = m.organization_id join position p on p.id = m.position_id
    where m.user_id = app_user.id and m.is_primary and m.status = 'EFFECTIVE')`;
  return seePeople(tx, ids, { name: "主任职", value });
}

interface Wanted {
  readonly name: string;
  readonly value: RawBuilder<unknown>;
  words?(value: never): string;
}

/** People of one name are told apart by their numbers. */
async function seePeople(tx: Tx, ids: readonly string[], { name, value, words }: Wanted): SeenPeople {
  const { rows } = await sql<{ id: string; label: string; value: string | null }>`
    select app_user.id, concat_ws(' ', app_user.user_name, app_user.staff_no) as label, ${value} as value from app_user
    where app_user.id = any(${[...ids]}::uuid[])`.execute(tx.kysely);
  const say = words as ((value: string) => string) | undefined;
  return new Map(
    rows.map(({ id, label, value }) => {
      const text = value === null ? "无" : (say?.(value) ?? value);
      return [id, { label, facts: { [name]: text } }];
    }),
  );
}
