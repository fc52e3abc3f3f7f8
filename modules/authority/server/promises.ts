import "./promises/access-examples.ts";
import "./promises/organization-examples.ts";
import "./promises/people-examples.ts";
import "./promises/sheet-examples.ts";
import "./promises/sign-in-examples.ts";
import "./promises/third-examples.ts";
import { baseKinds } from "./promises/kinds.ts";
import { thirdKinds } from "./promises/third-kinds.ts";
import { type Pointer, type PromiseGround, promisesOf } from "./testing.ts";

const ofLent = ({ lent }: PromiseGround) => ({ params: { id: lent.id } });
const ofOpen = ({ interfaceId }: PromiseGround) => ({ params: { id: interfaceId } });
const ofHome = ({ at }: PromiseGround) => ({ params: { id: at.home.id }, query: { withChildren: "true" } });

export const promises = promisesOf({
  kinds: { ...baseKinds, ...thirdKinds },
  paths: {
    "/user/v1/users/{id}": "users",
    "/user/v1/organizations/{id}": "organizations",
    "/user/v1/org-changes/{id}": "orgChanges",
    "/user/v1/roles/{id}": "roles",
    "/user/v1/sessions/{id}": "sessions",
    "/user/v1/memberships/{id}": "memberships",
    "/user/v1/grants/{id}": "grants",
    "/user/v1/positions/{id}": "positions",
    "/user/v1/interfaces/{id}": "interfaces",
    "/user/v1/interfaces/sync-runs/{id}": "syncRuns",
    "/user/v1/menus/{key}": "menus",
    "/user/v1/api-clients/{id}": "apiClients",
    "/user/v1/other-accounts/{id}": "otherAccounts",
    "/user/v1/third-systems/{id}": "thirdSystems",
  },
  roleOnly: {
    "/user/v1/third-systems/{code}": "needs no code; roles decide who may be launched (third-system.test.ts)",
    "/user/v1/sessions/mine/{id}": "needs no code and looks at the caller's own only (my-sessions.test.ts)",
    "/user/v1/sessions/mine/devices/{id}": "needs no code and looks at the caller's own only (my-sessions.test.ts)",
  },
  namedInside: {
    "GET /user/v1/roles/compare": [
      { part: "query", name: "a", kind: "roles" },
      { part: "query", name: "b", kind: "roles" },
    ],
    "GET /user/v1/menus/preview": [
      { part: "query", name: "userId", kind: "users" },
      { part: "query", name: "roleId", kind: "roles" },
    ],
    "POST /user/v1/view-as/start": [{ part: "body", name: "userId", kind: "users" }],
    // the second one: effective.test.ts
    "GET /user/v1/users/compare": [{ part: "query", name: "a", kind: "users" }],
    "POST /user/v1/organizations": [{ part: "body", name: "parentId", kind: "organizations" }],
    ...Object.fromEntries(
      ["disable", "enable", "grant", "revoke", "move"].map((action): [string, readonly Pointer[]] => [
        `POST /user/v1/users/batch/${action}/preview`,
        [{ part: "body", name: "ids", kind: "users", many: true }],
      ]),
    ),
    "GET /user/v1/other-accounts/people": [{ part: "query", name: "accountId", kind: "otherAccounts" }],
    "POST /user/v1/org-changes": [{ part: "body", name: "sourceOrgId", kind: "organizations" }],
    "POST /user/v1/org-changes/merge": [{ part: "body", name: "sourceOrgId", kind: "organizations" }],
  },
  logs: {
    appUser: ["users", "authority:user:view"],
    organization: ["organizations", "authority:org:list"],
    position: ["positions", "authority:position:list"],
    role: ["roles", "authority:role:list"],
    menu: ["menus", "authority:menu:list"], // a menu that the matrix makes has its id as its key
    apiInterface: ["interfaces", "authority:interface:list"],
    apiClient: ["apiClients", "authority:apiClient:list"],
    otherAccount: ["otherAccounts", "authority:otherAccount:list"],
    thirdSystem: ["thirdSystems", "authority:thirdSystem:list"],
  },
  listings: {
    "GET /user/v1/users": { kind: "users" },
    "GET /user/v1/users/idle": { kind: "users", partly: true },
    "GET /user/v1/organizations/tree": { kind: "organizations" },
    "GET /user/v1/organizations/{id}/members": { kind: "memberships", partly: true, input: ofHome },
    "GET /user/v1/org-changes": { kind: "orgChanges" },
    "GET /user/v1/roles": { kind: "roles" },
    "GET /user/v1/roles/{id}/members": { kind: "users", id: "userId", partly: true, input: ofLent },
    "GET /user/v1/sessions": { kind: "sessions" },
    "GET /user/v1/login-logs": { kind: "loginLogs" },
    "GET /user/v1/positions": { kind: "positions" },
    "GET /user/v1/interfaces": { kind: "interfaces" },
    "GET /user/v1/interfaces/{id}/people": { kind: "users", partly: true, input: ofOpen },
    "GET /user/v1/interfaces/sync-runs": { kind: "syncRuns" },
    "GET /user/v1/api-clients": { kind: "apiClients" },
    "GET /user/v1/other-accounts": { kind: "otherAccounts" },
    "GET /user/v1/third-systems": { kind: "thirdSystems" },
  },
  uncompared: {
    "GET /user/v1/api-clients/interface-options": "interfaces that the caller may call himself (api-client.test.ts)",
    "GET /user/v1/api-clients/{id}/calls": "of one client, which has the dimension of records",
    "GET /user/v1/other-accounts/people": "people in reach of a typed identity (other-account.test.ts)",
    "GET /common/v1/audit/logs": "rows keep the organisation of their moment; audit.test.ts proves their scope",
    "GET /common/v1/sms-outbox": "messages go to phones, of no organisation; its code opens all (sms-outbox.test.ts)",
    "GET /user/v1/organizations/{id}/leader-candidates": "people in office here or above, by rule (section 2.3)",
    "GET /user/v1/interfaces/{id}/bodies": "calls of people in the reader's scope (watching.test.ts)",
    "GET /user/v1/menus/tree": "the whole tree, for those who maintain it",
    "GET /user/v1/roles/{id}/versions": "of one role, which has the dimension of records",
    "GET /user/v1/users/{id}/memberships": "of one person, who has the dimension of records",
    "GET /user/v1/grantable-roles": "roles that are lent to the caller (AU-R15, grant.test.ts)",
    "GET /user/v1/positions/role-options": "roles that the caller may set (AU-R18, position.test.ts)",
  },
  refusedAs: {
    "POST /user/v1/users/{id}/set-admin": ["USER_ADMIN_PROTECTED"], // AU-R7: administrators only, whoever it is about
    "POST /user/v1/memberships/{id}/grants": ["USER_OUT_OF_SCOPE"], // AU-R15 names the breach
    "POST /user/v1/memberships/{id}/grants/check": ["USER_OUT_OF_SCOPE"],
    "POST /user/v1/grants/{id}/revoke": ["USER_OUT_OF_SCOPE"],
  },
});
