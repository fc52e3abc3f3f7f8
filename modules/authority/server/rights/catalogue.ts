import type { Endpoint } from "@ops/platform/contract";
import type { Tx } from "@ops/platform/server";
import { type Permission, permissionsOf } from "../../contract/index.ts";

const known = new WeakMap<readonly Endpoint[], readonly Permission[]>();

/** Finds every permission of this node, computed once, because the contract does not change while it runs. */
export function catalogueOf({ endpoints }: Tx): readonly Permission[] {
  const found = known.get(endpoints) ?? permissionsOf(endpoints);
  known.set(endpoints, found);
  return found;
}

/** Names a permission for messages. */
export function permissionName(tx: Tx, code: string): string {
  return catalogueOf(tx).find((permission) => permission.code === code)?.name ?? code;
}
