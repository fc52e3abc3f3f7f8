import { systemActor, type Tx } from "@ops/platform/server";
import { db } from "../database.ts";

/** How a person is called in messages such as a version conflict. */
export async function personName(tx: Tx, userId: string): Promise<string> {
  if (userId === systemActor.userId) return systemActor.name;
  const row = await db(tx).selectFrom("appUser").select("userName").where("id", "=", userId).executeTakeFirst();
  if (row) return row.userName;
  const client = await db(tx).selectFrom("apiClient").select("name").where("id", "=", userId).executeTakeFirst();
  return client ? `接口账号·${client.name}` : "未知用户";
}
