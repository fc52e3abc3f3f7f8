import { type AskedList, scenariosOf } from "../asked-lists.ts";
import { DEEP, lastMonth, pageOf } from "../kind.ts";
import type { KnownPeople } from "./known.ts";

const users = "/user/v1/users";
const audits = "/common/v1/audit/logs";
const logins = "/user/v1/login-logs";

const asAdministrator: readonly AskedList<KnownPeople>[] = [
  { name: "users, unfiltered", path: () => pageOf(users) },
  { name: "users, page 10", path: () => pageOf(users, { pageNo: DEEP }) },
  { name: "users by role", path: ({ roleId }) => pageOf(users, { roleId }) },
  {
    name: "users of an organisation with those below",
    path: ({ regionId }) => pageOf(users, { organizationId: regionId }),
  },
  {
    name: "users of one store by role",
    path: ({ storeId, roleId }) => pageOf(users, { organizationId: storeId, roleId }),
  },
  { name: "users by part of a name", path: ({ userName }) => pageOf(users, { keyword: userName.slice(0, 2) }) },
  { name: "users by whole staff number", path: ({ staffNo }) => pageOf(users, { keyword: staffNo }) },
  { name: "audit, unfiltered", path: () => pageOf(audits) },
  { name: "audit by person", path: ({ staffNo }) => pageOf(audits, { actor: staffNo }) },
  { name: "audit by part of a name", path: ({ userName }) => pageOf(audits, { actor: userName }) },
  { name: "audit by record", path: ({ staffNo }) => pageOf(audits, { record: staffNo }) },
  { name: "audit by module", path: () => pageOf(audits, { module: "clue" }) },
  { name: "audit by module, refused only", path: () => pageOf(audits, { module: "clue", result: "REFUSED" }) },
  { name: "audit of a month", path: () => pageOf(audits, { occurredAt: lastMonth() }) },
  {
    name: "audit by person in a month",
    path: ({ staffNo }) => pageOf(audits, { actor: staffNo, occurredAt: lastMonth() }),
  },
  { name: "login log, unfiltered", path: () => pageOf(logins) },
  { name: "login log of a person", path: ({ userId }) => pageOf(logins, { userId }) },
  { name: "login log by name", path: ({ userName }) => pageOf(logins, { keyword: userName }) },
  {
    name: "login log, failures of a month",
    path: () => pageOf(logins, { result: "BAD_CREDENTIAL", occurredAt: lastMonth() }),
  },
];

const asManager: readonly AskedList<KnownPeople>[] = [
  { name: "region manager: users, unfiltered", path: () => pageOf(users) },
  { name: "region manager: users by role", path: ({ roleId }) => pageOf(users, { roleId }) },
  { name: "region manager: audit, unfiltered", path: () => pageOf(audits) },
  { name: "region manager: login log", path: () => pageOf(logins) },
];

const MOST_MS = 100;

export const peopleLists = scenariosOf({ asAdministrator, asManager, mostMs: MOST_MS });
