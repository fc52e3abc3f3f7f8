import type { Actor, Tx } from "@ops/platform/server";
import { sql } from "kysely";
import { permissionName } from "../rights/catalogue.ts";
import type { GrantedSource, Rights } from "../rights/compile.ts";
import { isWithin } from "../rights/exceeds.ts";
import { contentBreach } from "../rights/grant-guard.ts";

/**
 * What the person may see beyond the viewer, by name; null when there is nothing: codes, scopes, calls and fields are
 * weighed as for a grant (AU-R15), so that nobody sees through another's eyes what he could not see with his own.
 */
export async function exceedingRight(system: Tx, viewer: Actor, rights: Rights): Promise<string | null> {
  if (viewer.isAdmin) return null;
  const tx = { ...system, actor: viewer };
  for (const { role, organizationId } of rights.sources) {
    const breach = await contentBreach(tx, { ...role, id: role.roleId }, [organizationId]);
    if (breach) return nameIn(breach.message);
  }
  return exceedingOwnRecords(tx, rights);
}

/** The text of a refused grant names what is too much; a view tells the same in its own words. */
const nameIn = (message: string) => message.split("：").at(-1) ?? message;

/** To give a role for one's own records is harmless; to look at another's is not, unless one reaches where he works. */
async function exceedingOwnRecords(tx: Tx, { sources }: Rights): Promise<string | null> {
  const places = sql`select unnest(${[...new Set(sources.map(({ organizationId }) => organizationId))]}::uuid[])`;
  for (const code of new Set(sources.flatMap(ownRecordCodes))) {
    if (!(await isWithin(tx, tx.actor.scopeOf(code), places))) return permissionName(tx, code);
  }
  return null;
}

function ownRecordCodes({ role }: GrantedSource): string[] {
  return role.permissionCodes.filter((code) => (role.scopeOverrides[code] ?? role.dataScope) === "SELF");
}
