import { ADMINISTRATOR, type Known, MANAGER } from "./sets.ts";

export interface ListScenario {
  readonly name: string;
  readonly token: string;
  path(known: Known, round: number): string;
}

const users = "/user/v1/users";
const audits = "/common/v1/audit/logs";
const logins = "/user/v1/loginLogs";

function address(path: string, query: Readonly<Record<string, string | number>>): string {
  const given = Object.entries({ pageNo: 1, pageSize: 20, ...query }).map(([name, value]) => [name, String(value)]);
  return `${path}?${new URLSearchParams(given)}`;
}

/** The last full month, as a range of days. */
function lastMonth(): string {
  const now = new Date();
  const day = (at: Date) => at.toISOString().slice(0, 10);
  const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1));
  const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 0));
  return `${day(first)},${day(last)}`;
}

/** A page as deep as lists go in a small set: the tenth of twenty rows. */
const DEEP = 10;

const asAdministrator: readonly Omit<ListScenario, "token">[] = [
  { name: "users, unfiltered", path: () => address(users, {}) },
  { name: "users, page 10", path: () => address(users, { pageNo: DEEP }) },
  { name: "users by role", path: ({ roleId }) => address(users, { roleId }) },
  {
    name: "users of an organisation with those below",
    path: ({ regionId }) => address(users, { organizationId: regionId }),
  },
  {
    name: "users of one store by role",
    path: ({ storeId, roleId }) => address(users, { organizationId: storeId, roleId }),
  },
  { name: "users by part of a name", path: ({ userName }) => address(users, { keyword: userName.slice(0, 2) }) },
  { name: "users by whole staff number", path: ({ staffNo }) => address(users, { keyword: staffNo }) },
  { name: "audit, unfiltered", path: () => address(audits, {}) },
  { name: "audit by person", path: ({ staffNo }) => address(audits, { actor: staffNo }) },
  { name: "audit by part of a name", path: ({ userName }) => address(audits, { actor: userName }) },
  { name: "audit by record", path: ({ staffNo }) => address(audits, { record: staffNo }) },
  { name: "audit by module", path: () => address(audits, { module: "clue" }) },
  { name: "audit by module, refused only", path: () => address(audits, { module: "clue", result: "REFUSED" }) },
  { name: "audit of a month", path: () => address(audits, { occurredAt: lastMonth() }) },
  {
    name: "audit by person in a month",
    path: ({ staffNo }) => address(audits, { actor: staffNo, occurredAt: lastMonth() }),
  },
  { name: "login log, unfiltered", path: () => address(logins, {}) },
  { name: "login log of a person", path: ({ userId }) => address(logins, { userId }) },
  { name: "login log by name", path: ({ userName }) => address(logins, { keyword: userName }) },
  {
    name: "login log, failures of a month",
    path: () => address(logins, { result: "BAD_CREDENTIAL", occurredAt: lastMonth() }),
  },
];

const asManager: readonly Omit<ListScenario, "token">[] = [
  { name: "region manager: users, unfiltered", path: () => address(users, {}) },
  { name: "region manager: users by role", path: ({ roleId }) => address(users, { roleId }) },
  { name: "region manager: audit, unfiltered", path: () => address(audits, {}) },
  { name: "region manager: login log", path: () => address(logins, {}) },
];

export const listScenarios: readonly ListScenario[] = [
  ...asAdministrator.map((scenario) => ({ ...scenario, token: ADMINISTRATOR })),
  ...asManager.map((scenario) => ({ ...scenario, token: MANAGER })),
];
