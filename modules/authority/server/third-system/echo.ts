import { type NodeAccess, unseal } from "@ops/platform/server";
import { db } from "../database.ts";
import type { AuthoritySettings } from "../settings.ts";

const ECHO = "ECHO";

/** AK and SK of the demo's echo system; null where it was not loaded. */
export async function echoKeys(
  node: NodeAccess,
  { sealingKey }: Pick<AuthoritySettings, "sealingKey">,
): Promise<{ ak: string; sk: string } | null> {
  const client = await node.read((tx) =>
    db(tx)
      .selectFrom("apiClient as c")
      .innerJoin("thirdSystem as s", "s.apiClientId", "c.id")
      .select(["c.id", "c.ak", "c.skCipher"])
      .where("s.code", "=", ECHO)
      .executeTakeFirst(),
  );
  return client ? { ak: client.ak, sk: unseal(sealingKey, client.skCipher, client.id) } : null;
}
