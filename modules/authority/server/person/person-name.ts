import { systemActor, type Tx } from "@ops/platform/server";
import { sql } from "kysely";

const UNKNOWN = "未知用户";

/** How a person is called in messages such as a version conflict. */
export async function personName(tx: Tx, userId: string): Promise<string> {
  return (await personNames(tx, [userId])).get(userId) ?? UNKNOWN;
}

/** Finds the names of many people with one statement. */
export async function personNames(tx: Tx, userIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = new Map(userIds.map((id) => [id, id === systemActor.userId ? systemActor.name : UNKNOWN]));
  const ids = [...names.keys()].filter((id) => id !== systemActor.userId);
  if (ids.length === 0) return names;
  const { rows } = await sql<{ id: string; name: string }>`
    select id, user_name as name from app_user where id = any(${ids}::uuid[])
    union all select id, '接口账号·' || name from api_client where id = any(${ids}::uuid[])`.execute(tx.kysely);
  for (const { id, name } of rows) names.set(id, name);
  return names;
}
