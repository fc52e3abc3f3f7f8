import { type Endpoint, endpoint, type Risk, siteMap, titleOf } from "@ops/platform/contract";
import { z } from "zod";

export const riskNames = { LOW: "低", MED: "中", HIGH: "高", CRITICAL: "极高" } satisfies Record<Risk, string>;
export const risk = z.enum(["LOW", "MED", "HIGH", "CRITICAL"]).meta({ label: "风险", words: riskNames });

/** A right that roles hold. Declared by the endpoints that ask for it; nobody types it a second time. */
export const Permission = z.object({
  code: z.string(),
  name: z.string(),
  module: z.string(),
  /** The page it belongs to; null for what has no page of its own. */
  menuKey: z.string().nullable(),
  risk,
  /** Codes without which it is of no use. */
  requires: z.array(z.string()),
  interfaces: z.array(z.object({ method: z.string(), path: z.string(), name: z.string() })),
});
export type Permission = z.output<typeof Permission>;

/** How a call is named where no id is at hand: `GET /user/v1/users`. */
export const callName = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;

export const PermissionPage = z.object({ key: z.string(), title: z.string(), parentKey: z.string().nullable() });
export type PermissionPage = z.output<typeof PermissionPage>;

export const RuledFieldLine = z.object({
  key: z.string(),
  label: z.string(),
  resource: z.string(),
  resourceName: z.string(),
  /** Only roles that grant this code have a say. */
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
    /** `GET /user/v1/users` → id in the catalogue of interfaces. */
    interfaceIds: z.record(z.string(), z.string()),
    /** Fields that roles may rule, as the contract declares them. */
    fields: z.array(RuledFieldLine),
  }),
});

const order: readonly Risk[] = ["LOW", "MED", "HIGH", "CRITICAL"];

/** The permissions that these endpoints ask for, in the order of the code. */
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

/** An endpoint that looks for codes itself stands for each of them. */
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

const entityOf = (code: string) => code.split(":").slice(0, 2).join(":");

/** The title of its foremost call: a change before a question, the one called like action or entity before others. */
function nameOf(code: string, asking: readonly Endpoint[]): string {
  const [, entity = "", action = ""] = code.split(":");
  const single = asking.filter(({ path }) => !path.includes("/batch/")); // many at once is the same right
  const known = single.length > 0 ? single : asking;
  const changes = known.filter(({ method }) => method !== "GET");
  const candidates = changes.length > 0 ? changes : known;
  const lastWord = ({ path }: Endpoint) => path.split("/").findLast((part) => !part.startsWith("{")) ?? "";
  const named =
    candidates.find((one) => lastWord(one) === action) ??
    candidates.find((one) => lastWord(one).startsWith(entity)) ??
    candidates[0];
  return named ? titleOf(named) : code;
}

/** As its weightiest call. CRITICAL are rights over rights: whoever has one of them can give himself the others. */
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

/** The page that one endpoint of the entity names, else the one whose name begins with the entity, else contains it. */
function menuKeyOf(code: string, ofEntity: readonly Endpoint[]): string | null {
  const [module = "", entity = ""] = code.split(":");
  const declared = ofEntity.find(({ page }) => page)?.page;
  const groups = declared ? siteMap : siteMap.filter(({ key }) => key === module);
  const pages = groups.flatMap(({ key, routes }) =>
    routes.filter(({ parent }) => !parent).map(({ path }) => ({ path, key: `${key}.${path.split("/").at(-1)}` })),
  );
  const word = entity.toLowerCase();
  const lastPart = (key: string) => key.slice(key.indexOf(".") + 1).toLowerCase();
  const found = declared
    ? pages.find(({ path }) => path === declared)
    : (pages.find(({ key }) => lastPart(key).startsWith(word)) ??
      pages.find(({ key }) => lastPart(key).includes(word)));
  return found?.key ?? null;
}
