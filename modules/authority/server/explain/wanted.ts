import type { Endpoint } from "@ops/platform/contract";
import { recordKinds, type Tx } from "@ops/platform/server";
import { callName, type ExplainTarget, explainErrors } from "../../contract/index.ts";
import { db } from "../database.ts";
import { catalogueOf, permissionName } from "../rights/catalogue.ts";

/** What a role holds, as far as the question is concerned. */
export interface RoleContent {
  readonly menuKeys: readonly string[];
  readonly permissionCodes: readonly string[];
  readonly excludedInterfaces: readonly string[];
}

interface Common {
  /** The name as messages show it. */
  readonly name: string;
  /** Whether a role with this content gives it. */
  readonly isIn: (role: RoleContent) => boolean;
}
export interface WantedPage extends Common {
  readonly kind: "PAGE";
  readonly key: string;
  readonly isEnabled: boolean;
}
export interface WantedCode extends Common {
  readonly kind: "CODE";
  readonly code: string;
}
export interface WantedCall extends Common {
  readonly kind: "INTERFACE";
  readonly code: string;
  readonly status: "ENABLED" | "DISABLED" | "REMOVED";
  readonly endpoint: Endpoint;
}
export interface WantedRecord extends Common {
  readonly kind: "RECORD";
  readonly code: string;
  /** The permission that shows a record of this kind. */
  readonly read: string;
  readonly bizType: string;
  readonly record: string;
}
export type Wanted = WantedPage | WantedCode | WantedCall | WantedRecord;

export async function wantedBy(tx: Tx, target: ExplainTarget): Promise<Wanted> {
  if (target.kind === "PAGE") return page(tx, target.page);
  if (target.kind === "INTERFACE") return call(tx, target.id);
  if (target.kind === "CODE") return { kind: "CODE", ...permission(tx, target.code) };
  const kind = recordKinds().find(({ bizType }) => bizType === target.bizType);
  if (!kind) throw explainErrors.targetUnknown();
  const asked = permission(tx, target.code ?? kind.read);
  const { bizType, record } = target;
  return {
    kind: "RECORD",
    ...asked,
    read: kind.read,
    name: `${kind.entity} ${record} · ${asked.name}`,
    bizType,
    record,
  };
}

function permission(tx: Tx, code: string) {
  if (!catalogueOf(tx).some((known) => known.code === code)) throw explainErrors.targetUnknown();
  const name = `${permissionName(tx, code)}（${code}）`;
  return { code, name, isIn: ({ permissionCodes }: RoleContent) => permissionCodes.includes(code) };
}

async function page(tx: Tx, keyOrPath: string): Promise<WantedPage> {
  const row = await db(tx)
    .selectFrom("menu")
    .select(["key", "title", "status"])
    .where((eb) => eb.or([eb("key", "=", keyOrPath), eb("path", "=", keyOrPath)]))
    .where("kind", "<>", "GROUP")
    .executeTakeFirst();
  if (!row) throw explainErrors.targetUnknown();
  const { key, title, status } = row;
  return {
    kind: "PAGE",
    key,
    name: title,
    isEnabled: status === "ENABLED",
    isIn: (role) => role.menuKeys.includes(key),
  };
}

async function call(tx: Tx, id: string): Promise<WantedCall> {
  const row = await db(tx)
    .selectFrom("apiInterface")
    .select(["method", "path", "name", "status", "permissionCode as code"])
    .where("id", "=", id)
    .executeTakeFirst();
  const endpoint = row && tx.endpoints.find((one) => callName(one) === callName(row));
  if (!endpoint) throw explainErrors.targetUnknown();
  const { code, status, name } = row;
  const isIn = ({ permissionCodes, excludedInterfaces }: RoleContent) =>
    permissionCodes.includes(code) && !excludedInterfaces.includes(id);
  return { kind: "INTERFACE", code, status, endpoint, name: `${name}（${callName(row)}）`, isIn };
}
