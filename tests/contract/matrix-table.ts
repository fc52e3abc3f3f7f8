import type { Endpoint } from "@ops/platform/contract";
import { z } from "zod";
import type { KindName } from "./matrix-kinds.ts";
import type { Ground } from "./matrix-places.ts";

/** A place in a call that names a record. */
export interface Pointer {
  readonly part: "params" | "query" | "body";
  readonly name: string;
  readonly kind: KindName;
  /** A list of such records, here of one. */
  readonly many?: true;
}

/** What a path names, up to its first hole. A new module adds its lines here, or says below why it has none. */
const kindByPath: Readonly<Record<string, KindName>> = {
  "/user/v1/users/{id}": "users",
  "/user/v1/organizations/{id}": "organizations",
  "/user/v1/orgChanges/{id}": "orgChanges",
  "/user/v1/roles/{id}": "roles",
  "/user/v1/sessions/{id}": "sessions",
  "/user/v1/memberships/{id}": "memberships",
  "/user/v1/grants/{id}": "grants",
  "/user/v1/positions/{id}": "positions",
  "/user/v1/interfaces/{id}": "interfaces",
  "/user/v1/interfaces/syncRuns/{id}": "syncRuns",
  "/user/v1/menus/{key}": "menus",
  "/user/v1/apiClients/{id}": "apiClients",
  "/user/v1/otherAccounts/{id}": "otherAccounts",
  "/user/v1/thirdSystems/{id}": "thirdSystems",
  "/vehicle/v1/brands/{id}": "carBrands",
  "/vehicle/v1/series/{id}": "carSeries",
  "/vehicle/v1/models/{id}": "carModels",
  "/vehicle/v1/options/{id}": "carOptions",
  "/vehicle/v1/colors/{id}": "carColors",
  "/vehicle/v1/carConfigs/{id}": "carConfigs",
  "/vehicle/v1/prices/{id}": "carPrices",
  "/vehicle/v1/carMarketTypes/{id}": "carMarketTypes",
  "/vehicle/v1/cars/{id}": "cars",
  "/vehicle/v1/cars/{vin}": "cars", // by id as well
  "/vehicle/v1/intakes/{id}": "carIntakes",
  "/partner/v1/partners/{id}": "partners",
  "/partner/v1/partner-changes/{id}": "partnerChanges",
  "/partner/v1/qualifications/{id}": "partnerQualifications",
  "/partner/v1/onboard-tasks/{id}": "partnerTasks",
  "/partner/v1/contracts/{id}": "partnerContracts",
  "/partner/v1/bank-accounts/{id}": "partnerBankAccounts",
  "/partner/v1/assessments/{id}": "partnerAssessments",
  "/partner/v1/staffs/{id}": "partnerStaffs",
  "/partner/v1/staffs/blacklist/{id}": "partnerBlacklist",
  "/partner/v1/suspensions/{id}": "partnerSuspensions",
  "/common/v1/dict/entries/{id}": "dictEntries",
  "/common/v1/announcements/{id}": "announcements",
  "/common/v1/excel/downloads/{id}": "tasks",
};

/** Records that are named in the query or the body, and that somebody out of scope must not reach that way. */
const namedInside: Readonly<Record<string, readonly Pointer[]>> = {
  "GET /user/v1/roles/compare": [
    { part: "query", name: "a", kind: "roles" },
    { part: "query", name: "b", kind: "roles" },
  ],
  "GET /user/v1/menus/preview": [
    { part: "query", name: "userId", kind: "users" },
    { part: "query", name: "roleId", kind: "roles" },
  ],
  "POST /vehicle/v1/cars": [{ part: "body", name: "replacesCarId", kind: "cars" }],
  "POST /partner/v1/staffs": [{ part: "body", name: "partnerId", kind: "partners" }],
  "POST /partner/v1/contracts": [{ part: "body", name: "partnerId", kind: "partners" }],
  "POST /user/v1/viewAs/start": [{ part: "body", name: "userId", kind: "users" }],
  // the second one: effective.test.ts
  "GET /user/v1/users/compare": [{ part: "query", name: "a", kind: "users" }],
  "POST /user/v1/organizations": [{ part: "body", name: "parentId", kind: "organizations" }],
  ...Object.fromEntries(
    ["disable", "enable", "grant", "revoke", "move"].map((action): [string, readonly Pointer[]] => [
      `POST /user/v1/users/batch/${action}/preview`,
      [{ part: "body", name: "ids", kind: "users", many: true }],
    ]),
  ),
  "GET /user/v1/otherAccounts/people": [{ part: "query", name: "accountId", kind: "otherAccounts" }],
  "POST /user/v1/orgChanges": [{ part: "body", name: "sourceOrgId", kind: "organizations" }],
  "POST /user/v1/orgChanges/merge": [{ part: "body", name: "sourceOrgId", kind: "organizations" }],
};

/** Paths with a hole that get the dimension of roles only, and why. */
const roleOnly: Readonly<Record<string, string>> = {
  "/user/v1/thirdSystems/{code}": "needs no code; roles decide who may be launched (third-system.test.ts)",
  "/common/v1/files/{id}": "needs no code; the record that holds the file decides (file.test.ts)",
  "/common/v1/excel/imports/{kind}": "needs no code of its own; the kind asks for its own (import.test.ts)",
  "/common/v1/excel/imports/{id}": "needs no code and finds the caller's own only (import.test.ts)",
  "/common/v1/jobs/{id}": "work of the machine, of no organisation; its code opens all (jobs.test.ts)",
  "/lbs/v1/regions/{code}": "divisions are public knowledge, the same for everybody",
  "/common/v1/numberRules/{kind}": "numbers are declared in code, the same for everybody",
  "/common/v1/params/{key}": "parameters are declared in code, the same for everybody",
  "/user/v1/sessions/mine/{id}": "needs no code and looks at the caller's own only (my-sessions.test.ts)",
  "/user/v1/sessions/mine/devices/{id}": "needs no code and looks at the caller's own only (my-sessions.test.ts)",
};

const upToHole = (path: string) => path.slice(0, path.indexOf("}") + 1);
export const keyOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** Calls that need no code of their own: what they show of a kind asks for the code and the scope of reading it (PF-R99). */
const governed: Readonly<Record<string, readonly Asked[]>> = {
  "GET /common/v1/audit/records/{bizType}/{bizId}": [
    recordLogs("appUser", "users", "authority:user:detail"),
    recordLogs("organization", "organizations", "authority:org:list"),
    recordLogs("position", "positions", "authority:position:list"),
    recordLogs("role", "roles", "authority:role:list"),
    recordLogs("menu", "menus", "authority:menu:list"), // a menu that the matrix makes has its id as its key
    recordLogs("apiInterface", "interfaces", "authority:interface:list"),
    recordLogs("apiClient", "apiClients", "authority:apiClient:list"),
    recordLogs("otherAccount", "otherAccounts", "authority:otherAccount:list"),
    recordLogs("thirdSystem", "thirdSystems", "authority:thirdSystem:list"),
    recordLogs("announcement", "announcements", "platform:notice:publish"),
    recordLogs("carConfig", "carConfigs", "vehicle:carConfig:list"),
    recordLogs("carMarketType", "carMarketTypes", "vehicle:carMarketType:list"),
    recordLogs("car", "cars", "vehicle:car:view"),
    recordLogs("carSeries", "carSeries", "vehicle:series:list"),
    recordLogs("partner", "partners", "partner:partner:view"),
    recordLogs("partnerQualification", "partnerQualifications", "partner:partner:view"),
    recordLogs("partnerOnboardTask", "partnerTasks", "partner:partner:view"),
    recordLogs("partnerChange", "partnerChanges", "partner:partner:view"),
    recordLogs("partnerContract", "partnerContracts", "partner:contract:view"),
    recordLogs("partnerStaff", "partnerStaffs", "partner:staff:view"),
    recordLogs("partnerSuspension", "partnerSuspensions", "partner:suspension:view"),
    recordLogs("partnerBankAccount", "partnerBankAccounts", "partner:account:edit"),
  ],
};

function recordLogs(bizType: string, kind: KindName, code: string): Asked {
  return { code, pointer: { part: "params", name: "bizId", kind }, fixed: { bizType } };
}

/** One way in which an endpoint names a record, and the code that opens it. */
export interface Asked {
  readonly code: string;
  readonly pointer: Pointer;
  /** Other parts of the path. */
  readonly fixed?: Readonly<Record<string, string>>;
  /** Everybody may ask about himself, whatever the scope says. */
  readonly ownIsOpen?: true;
}

export const isGoverned = (endpoint: Endpoint) => keyOf(endpoint) in governed;

export function askedBy(endpoint: Endpoint): readonly Asked[] {
  const known = governed[keyOf(endpoint)];
  if (known || !endpoint.permission.includes(":")) return known ?? [];
  return (pointersOf(endpoint) ?? []).map((pointer) => ({ code: endpoint.permission, pointer }));
}

/** The records that a call names; null when nobody has said what its path names. */
export function pointersOf(endpoint: Endpoint): readonly Pointer[] | null {
  const inside = namedInside[keyOf(endpoint)] ?? [];
  const [hole] = Object.keys(endpoint.params?.shape ?? {});
  if (hole === undefined) return inside;
  if (isGoverned(endpoint)) return inside;
  const kind = kindByPath[upToHole(endpoint.path)];
  if (kind) return [{ part: "params", name: hole, kind }, ...inside];
  return upToHole(endpoint.path) in roleOnly ? inside : null;
}

/** What a list shows: exactly what the caller may see of a kind, or nothing beyond it. */
export interface Listing {
  readonly kind: KindName;
  readonly id?: string;
  /** A filter of its own leaves some out; none may be there that should not. */
  readonly partly?: true;
  readonly input?: (ground: Ground) => { params?: Record<string, string>; query?: Record<string, string> };
}

const ofLent = ({ lent }: Ground) => ({ params: { id: lent.id } });
const ofOpen = ({ interfaceId }: Ground) => ({ params: { id: interfaceId } });
const ofHome = ({ at }: Ground) => ({ params: { id: at.home.id }, query: { withChildren: "true" } });

export const listings: Readonly<Record<string, Listing>> = {
  "GET /user/v1/users": { kind: "users" },
  "GET /user/v1/users/idle": { kind: "users", partly: true },
  "GET /user/v1/organizations/tree": { kind: "organizations" },
  "GET /user/v1/organizations/{id}/members": { kind: "memberships", partly: true, input: ofHome },
  "GET /user/v1/orgChanges": { kind: "orgChanges" },
  "GET /user/v1/roles": { kind: "roles" },
  "GET /user/v1/roles/{id}/members": { kind: "users", id: "userId", partly: true, input: ofLent },
  "GET /user/v1/sessions": { kind: "sessions" },
  "GET /user/v1/loginLogs": { kind: "loginLogs" },
  "GET /user/v1/positions": { kind: "positions" },
  "GET /user/v1/interfaces": { kind: "interfaces" },
  "GET /user/v1/interfaces/{id}/people": { kind: "users", partly: true, input: ofOpen },
  "GET /user/v1/interfaces/syncRuns": { kind: "syncRuns" },
  "GET /user/v1/apiClients": { kind: "apiClients" },
  "GET /user/v1/apiClients/people": { kind: "users", partly: true },
  "GET /user/v1/otherAccounts": { kind: "otherAccounts" },
  "GET /user/v1/thirdSystems": { kind: "thirdSystems" },
  "GET /vehicle/v1/brands": { kind: "carBrands" },
  "GET /vehicle/v1/series": { kind: "carSeries" },
  "GET /vehicle/v1/models": { kind: "carModels" },
  "GET /vehicle/v1/options": { kind: "carOptions" },
  "GET /vehicle/v1/colors": { kind: "carColors" },
  "GET /vehicle/v1/carConfigs": { kind: "carConfigs" },
  "GET /vehicle/v1/prices": { kind: "carPrices" },
  "GET /vehicle/v1/prices/grid": { kind: "carConfigs" },
  "GET /vehicle/v1/carMarketTypes": { kind: "carMarketTypes" },
  "GET /vehicle/v1/cars": { kind: "cars" },
  "GET /vehicle/v1/intakes": { kind: "carIntakes" },
  "GET /partner/v1/partners": { kind: "partners" },
  "GET /partner/v1/partners/search": { kind: "partners", partly: true },
  "GET /partner/v1/contracts": { kind: "partnerContracts" },
  "GET /partner/v1/staffs": { kind: "partnerStaffs" },
  "GET /partner/v1/staffs/partners": { kind: "partners", partly: true },
  "GET /partner/v1/staffs/blacklist": { kind: "partnerBlacklist" },
  "GET /common/v1/announcements": { kind: "announcements" },
  "GET /common/v1/excel/downloads/all": { kind: "tasks" },
};

/** Lists of records that are not compared here, and why. */
export const uncompared: Readonly<Record<string, string>> = {
  "GET /user/v1/apiClients/interfaceOptions": "interfaces that the caller may call himself (api-client.test.ts)",
  "GET /vehicle/v1/cars/{vin}/events": "of one car, which has the dimension of records",
  "GET /partner/v1/partners/board": "those that are coming in, by the same list (review.test.ts)",
  "GET /partner/v1/partners/{id}/bank-accounts": "of one partner, which has the dimension of records",
  "GET /partner/v1/partners/{id}/assessments": "of one partner, which has the dimension of records",
  "GET /partner/v1/partners/{id}/changes": "of one partner, which has the dimension of records",
  "GET /partner/v1/partners/{id}/stores": "of one partner, which has the dimension of records",
  "GET /partner/v1/partners/{id}/suspensions": "of one partner, which has the dimension of records",
  "GET /partner/v1/suspensions/{id}/items": "of one suspension, which has the dimension of records",
  "GET /partner/v1/staffs/{id}/logins": "of one person, who has the dimension of records",
  "GET /user/v1/apiClients/{id}/calls": "of one client, which has the dimension of records",
  "GET /user/v1/otherAccounts/people": "people in reach of a typed identity (other-account.test.ts)",
  "GET /common/v1/audit/logs": "rows keep the organisation of their moment; audit.test.ts proves their scope",
  "GET /common/v1/dict/entries": "the entries of one type, the same for everybody",
  "GET /common/v1/dict/types": "the same for everybody",
  "GET /common/v1/smsOutbox": "messages go to phones, of no organisation; its code opens all (sms-outbox.test.ts)",
  "GET /common/v1/params": "the same for everybody",
  "GET /common/v1/jobs": "work of the machine, of no organisation; payloads stay out (jobs.test.ts)",
  "GET /lbs/v1/managedRegions": "the same for everybody",
  "GET /user/v1/organizations/{id}/leaderCandidates": "people in office here or above, by rule (section 2.3)",
  "GET /user/v1/interfaces/{id}/bodies": "calls of people in the reader's scope (watching.test.ts)",
  "GET /user/v1/menus/tree": "the whole tree, for those who maintain it",
  "GET /user/v1/roles/{id}/versions": "of one role, which has the dimension of records",
  "GET /user/v1/users/{id}/memberships": "of one person, who has the dimension of records",
  "GET /user/v1/grantableRoles": "roles that are lent to the caller (AU-R15, grant.test.ts)",
  "GET /user/v1/positions/roleOptions": "roles that the caller may set (AU-R18, position.test.ts)",
};

/** Whether the answer holds rows with an id. */
export function isList({ answer, method, permission }: Endpoint): boolean {
  if (!answer || method !== "GET" || !permission.includes(":")) return false;
  const text = JSON.stringify(z.toJSONSchema(answer, { io: "output", unrepresentable: "any" }));
  return /"(list|nodes)":\{"type":"array"|^\{[^{]*"type":"array"/.test(text) && /"(id|userId)":\{/.test(text);
}

/** Refusals other than COMMON_NOT_FOUND that a rule gives for records out of reach, without telling whether they exist. */
export const refusedAs: Readonly<Record<string, readonly string[]>> = {
  "POST /user/v1/users/{id}/setAdmin": ["USER_ADMIN_PROTECTED"], // AU-R7: administrators only, whoever it is about
  "POST /user/v1/memberships/{id}/grants": ["USER_OUT_OF_SCOPE"], // AU-R15 names the breach
  "POST /user/v1/memberships/{id}/grants/check": ["USER_OUT_OF_SCOPE"],
  "POST /user/v1/grants/{id}/revoke": ["USER_OUT_OF_SCOPE"],
};
