import { insertMany, type Tx } from "@ops/platform/server";
import { draftOf, type RoleRow } from "../../role/tables.ts";
import { roleChanges } from "../brand/roles.ts";
import { type Calendar, minutesAfter } from "../calendar.ts";
import { administratorId } from "../rows.ts";
import { idOf } from "../seeded.ts";

/** Loads a version for each save of a role, as the product would have stored it (AU-R34). */
export async function loadRoleVersions(tx: Tx, roles: readonly RoleRow[], calendar: Calendar): Promise<void> {
  const versions = roles.flatMap((role) => {
    const notes = ["初始版本", ...(roleChanges[role.code] ?? [])];
    return notes.map((note, n) => ({
      id: idOf(`roleVersion:${role.code}:${n + 1}`),
      roleId: role.id,
      version: n + 1,
      note,
      snapshot: { ...draftOf(role), menuKeys: role.menuKeys.slice(notes.length - 1 - n) },
      editorId: administratorId,
      createdAt: savedAt(role, n, calendar),
    }));
  });
  await insertMany(tx, "roleVersion", versions);
}

function savedAt(role: RoleRow, n: number, calendar: Calendar): Date {
  return n === 0 ? role.createdAt : minutesAfter(new Date(`${calendar.day(200 - n * 45)}T10:00:00+08:00`), n * 13);
}
