import { APPLICATION_ID } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import type { InferResult } from "kysely";
import { accountErrors, ssoErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { SsoSettings } from "./settings.ts";

export type SsoClient = InferResult<ReturnType<typeof enabledClients>>[number];

/** Registers the console as an application with the values of the settings. Idempotent. */
export async function registerConsole(tx: Tx, { console }: SsoSettings): Promise<void> {
  const { clientId, name, transferUrl } = console;
  const stamps = { createdAt: tx.now, createdBy: tx.actor.userId, updatedAt: tx.now, updatedBy: tx.actor.userId };
  await db(tx)
    .insertInto("ssoClient")
    .values({ id: newId(), ...stamps, clientId, applicationId: APPLICATION_ID, name, transferUrl })
    .onConflict((conflict) =>
      conflict
        .column("clientId")
        .doUpdateSet({ name, transferUrl, updatedAt: tx.now })
        .where(({ eb, or }) => or([eb("ssoClient.name", "<>", name), eb("ssoClient.transferUrl", "<>", transferUrl)])),
    )
    .execute();
  await db(tx)
    .updateTable("ssoClient")
    .set({ status: "DISABLED", updatedAt: tx.now })
    .where("applicationId", "=", APPLICATION_ID)
    .where("clientId", "<>", clientId)
    .where("status", "=", "ENABLED")
    .execute();
}

const enabledClients = (tx: Tx) =>
  db(tx)
    .selectFrom("ssoClient")
    .select(["clientId", "applicationId", "name", "transferUrl"])
    .where("status", "=", "ENABLED");

export async function listClients(tx: Tx): Promise<SsoClient[]> {
  return enabledClients(tx).orderBy("sort").orderBy("clientId").execute();
}

export async function requireClient(tx: Tx, clientId: string): Promise<SsoClient> {
  const client = await enabledClients(tx).where("clientId", "=", clientId).executeTakeFirst();
  if (!client) throw accountErrors.clientInvalid();
  return client;
}

/**
 * Checks the address to which a browser may be sent: the registered one or one below it (PF-R47). The rest must begin
 * with `/` or `?`, because otherwise `https://app.example` would also allow `https://app.example.evil.org`.
 */
export function allowedRedirect({ transferUrl }: SsoClient, redirect: string | undefined): string {
  if (redirect === undefined) return transferUrl;
  const rest = redirect.slice(transferUrl.length);
  const isBelow = redirect.startsWith(transferUrl) && /^([?/][\w\-./~%=&?]*)?$/.test(rest);
  if (!isBelow || carriesValue(rest)) throw ssoErrors.redirectInvalid();
  return redirect;
}

/**
 * Tells whether the address already carries a one-time value, which the page would read instead of ours. The names are
 * compared after decoding, as the page does.
 */
function carriesValue(rest: string): boolean {
  const query = new URLSearchParams(rest.split("?").slice(1).join("&"));
  return query.has("authorization") || query.has("ticket");
}
