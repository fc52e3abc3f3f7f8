import { APPLICATION_ID } from "@ops/platform/contract";
import { newId, type Tx } from "@ops/platform/server";
import { accountErrors, ssoErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import type { SsoSettings } from "./settings.ts";

export interface SsoClient {
  readonly clientId: string;
  readonly applicationId: string;
  readonly name: string;
  readonly transferUrl: string;
}

/** Registers the console as the settings name it; told twice, it changes nothing. */
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

export async function listClients(tx: Tx): Promise<SsoClient[]> {
  return db(tx)
    .selectFrom("ssoClient")
    .select(["clientId", "applicationId", "name", "transferUrl"])
    .where("status", "=", "ENABLED")
    .orderBy("sort")
    .orderBy("clientId")
    .execute();
}

export async function requireClient(tx: Tx, clientId: string): Promise<SsoClient> {
  const client = await db(tx)
    .selectFrom("ssoClient")
    .select(["clientId", "applicationId", "name", "transferUrl"])
    .where("clientId", "=", clientId)
    .where("status", "=", "ENABLED")
    .executeTakeFirst();
  if (!client) throw accountErrors.clientInvalid();
  return client;
}

/**
 * The address that a browser may be sent to: the registered one or one below it (PF-R47). What follows the registered
 * part must begin anew, or `https://app.example` would let `https://app.example.evil.org` in.
 */
export function allowedRedirect({ transferUrl }: SsoClient, redirect: string | undefined): string {
  if (redirect === undefined) return transferUrl;
  const rest = redirect.slice(transferUrl.length);
  const isBelow = redirect.startsWith(transferUrl) && /^([?/][\w\-./~%=&?]*)?$/.test(rest);
  if (!isBelow || carriesValue(rest)) throw ssoErrors.redirectInvalid();
  return redirect;
}

/** A one-time value of somebody else would be read before ours; names are compared as the page reads them, unescaped. */
function carriesValue(rest: string): boolean {
  const query = new URLSearchParams(rest.split("?").slice(1).join("&"));
  return query.has("authorization") || query.has("ticket");
}
