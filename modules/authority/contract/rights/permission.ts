import { type Endpoint, endpoint, type Risk, siteMap, titleOf, withMeta } from "@ops/platform/contract";
import { z } from "zod";

export const riskNames = { LOW: "低", MED: "中", HIGH: "高", CRITICAL: "极高" } satisfies Record<Risk, string>;
export const risk = z.enum(["LOW", "MED", "HIGH", "CRITICAL"]).meta({ label: "风险", words: riskNames });

export const CalledInterface = z.object({
  method: z.string(),
  path: withMeta(z.string(), { label: "接口" }),
  name: withMeta(z.string(), { label: "名称" }),
});

export type CalledInterface = z.output<typeof CalledInterface>;

/** A right that roles grant. The endpoints that require it declare it, so it is written only once. */
export const Permission = z.object({
  code: withMeta(z.string(), { label: "权限点" }),
  name: withMeta(z.string(), { label: "名称" }),
  module: z.string(),
  /** The page to which it belongs; null if it has none. */
  menuKey: withMeta(z.string().nullable(), { label: "页面" }),
  risk,
  /** The codes without which this one is of no use. */
  requires: z.array(z.string()).meta({ label: "依赖" }),
  interfaces: z.array(CalledInterface).meta({ label: "接口" }),
});
export type Permission = z.output<typeof Permission>;

/** Names a call where no id is known, such as `GET /user/v1/users`. */
export const callName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

export const PermissionPage = z.object({ key: z.string(), title: z.string(), parentKey: z.string().nullable() });
export type PermissionPage = z.output<typeof PermissionPage>;

export const RuledFieldLine = z.object({
  key: z.string(),
  label: withMeta(z.string(), { label: "字段" }),
  resource: z.string(),
  resourceName: z.string(),
  /** Only roles that grant this code can restrict the field. */
  read: z.string(),
});
export type RuledFieldLine = z.output<typeof RuledFieldLine>;

export const listPermissions = endpoint({
  method: "GET",
  path: "/user/v1/permissions",
  title: "权限点目录",
  permission: "authority:role:list",
  answer: z.object({
    /** Groups and pages as the menu has them now, parents first. */
    pages: z.array(PermissionPage),
    permissions: z.array(Permission),
    /** The ids in the catalogue of interfaces, by call such as `GET /user/v1/users`. */
    interfaceIds: z.record(z.string(), z.string()),
    /** Fields that roles may rule, as the contract declares them. */
    fields: z.array(RuledFieldLine),
  }),
});

const order: readonly Risk[] = ["LOW", "MED", "HIGH", "CRITICAL"];

/** Lists the permissions that these endpoints require, sorted by code. */
export function permissionsOf(endpoints: readonly Endpoint[]): Permission[] {
  const guarded = endpoints.flatMap(askedCodes).filter(({ permission }) => permission.includes(":"));
  const byCode = Map.groupBy(guarded, ({ permission }) => permission);
  const byEntity = Map.groupBy(guarded, ({ permission }) => entityOf(permission));
  const codes = new Set<string>(byCode.keys());
  const permissions = [...byCode].map(([code, asking]) => ({
    code,
    name: nameOf(code, asking),
    module: code.split(":")[0] ?? code,
    menuKey: menuKeyOf(code, byEntity.get(entityOf(code)) ?? []),
    risk: riskOf(asking),
    requires: requiredBy(code, asking).filter((required) => codes.has(required)),
    interfaces: asking.map((one) => ({ method: one.method, path: one.path, name: titleOf(one) })),
  }));
  return permissions.sort((a, b) => (a.code < b.code ? -1 : 1));
}

/** Replaces an endpoint that checks several codes itself by one entry for each code. */
function askedCodes(endpoint: Endpoint): Endpoint[] {
  if (!endpoint.asks) return [endpoint];
  return [...endpoint.asks].map(([permission, title]) => ({ ...endpoint, permission, title }));
}

/** The codes themselves and all that they require, directly or not (AU-R30). */
export function closureOf(codes: Iterable<string>, permissions: readonly Permission[]): Set<string> {
  const requires = new Map(permissions.map((permission) => [permission.code, permission.requires]));
  const closed = new Set<string>();
  const open = [...codes];
  for (let code = open.pop(); code !== undefined; code = open.pop()) {
    if (closed.has(code)) continue;
    closed.add(code);
    open.push(...(requires.get(code) ?? []));
  }
  return closed;
}

const camelOf = (part: string) => part.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
const entityOf = (code: string) => code.split(":").slice(0, 2).join(":");

/**
 * Finds the title of the main call: changes come before queries, and a call that is named like the action or entity
 * comes first.
 */
function nameOf(code: string, asking: readonly Endpoint[]): string {
  const [, entity = "", action = ""] = code.split(":");
  // a batch call has the same right as its single call
  const single = asking.filter(({ path }) => !path.includes("/batch/"));
  const known = single.length > 0 ? single : asking;
  const changes = known.filter(({ method }) => method !== "GET");
  const candidates = changes.length > 0 ? changes : known;
  const lastWord = ({ path }: Endpoint) => camelOf(path.split("/").findLast((part) => !part.startsWith("{")) ?? "");
  const named =
    candidates.find((one) => lastWord(one) === action) ??
    candidates.find((one) => lastWord(one).startsWith(entity)) ??
    candidates[0];
  return named ? titleOf(named) : code;
}

/**
 * Finds the risk of the riskiest call. Rights over rights are CRITICAL, because people who have one can grant
 * themselves all others.
 */
function riskOf(asking: readonly Endpoint[]): Risk {
  const risks = asking.map((one) => one.risk ?? usualRisk(one));
  return order.findLast((level) => risks.includes(level)) ?? "LOW";
}

function usualRisk({ method, downloads }: Endpoint): Risk {
  if (downloads || method === "DELETE") return "HIGH";
  return method === "GET" ? "LOW" : "MED";
}

function requiredBy(code: string, asking: readonly Endpoint[]): string[] {
  const declared = asking.flatMap(({ requires }) => requires ?? []);
  const required = asking.some(({ requires }) => requires) ? declared : [`${entityOf(code)}:list`];
  return [...new Set(required)].filter((other) => other !== code);
}

/** The pages with an entry in the menu, and the group of each. */
const menuPages = siteMap.flatMap(({ key: group, routes }) =>
  routes
    .filter(({ parent }) => !parent)
    .map(({ path }) => ({ group, path, key: `${group}.${path.split("/").at(-1)}` })),
);

/**
 * Finds the page that an endpoint of the entity names, otherwise a page whose name begins with the entity, otherwise
 * one that contains it.
 */
function menuKeyOf(code: string, ofEntity: readonly Endpoint[]): string | null {
  const [module = "", entity = ""] = code.split(":");
  const declared = ofEntity.find(({ page }) => page)?.page;
  const pages = declared ? menuPages : menuPages.filter(({ group }) => group === module);
  const word = entity.toLowerCase();
  const lastPart = (key: string) => key.slice(key.indexOf(".") + 1).toLowerCase();
  const found = declared
    ? pages.find(({ path }) => path === declared)
    : (pages.find(({ key }) => lastPart(key).startsWith(word)) ??
      pages.find(({ key }) => lastPart(key).includes(word)));
  return found?.key ?? null;
}
