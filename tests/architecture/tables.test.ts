import assert from "node:assert/strict";
import { test } from "node:test";
import { listRecordLogs } from "@ops/platform/contract";
import { type Module, platformModule } from "@ops/platform/server";
import { declaredTables } from "../../platform/server/db/table.ts";
import { composeProduct } from "../../scripts/openapi.ts";
import { askedBy } from "../contract/matrix-table.ts";
import { textOf } from "./repository.ts";

const { modules: composed } = composeProduct();
const modules: readonly Module[] = [platformModule, ...composed];
const snake = (text: string) => text.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tables that the record helpers do not know, and why nobody's data scope has to meet them. */
const withoutScope: Record<string, string> = {
  schema_migration: "the migrations' own",
  audit_log: "written by the kernel; read through authority's own permission",
  audit_log_rest: "a part of audit_log",
  audit_seal: "sums over the log; only how an entry stands is shown",
  audit_seal_open: "numbers of the log that are awaited",
  audit_seal_fault: "as audit_seal",
  audit_keep: "one number: how long the log is kept at least",
  file_chunk: "contents; read with their file",
  event_outbox: "events between modules; nobody reads it through the API",
  event_delivery: "as event_outbox",
  live_event: "addressed to one session or person, who alone hears it",
  number_sequence: "counters",
  rate_counter: "counters",
  idempotency_key: "found by the actor's own id only",
  server_secret: "keys of the server; never leaves it",
  schedule_run: "counters",
  app_release: "one line about the server itself",
  work_hand_over: "what jobs have handed over; nobody reads it through the API",
  announcement_read: "counted for those who see the announcement; else one's own",
  import_draft: "found by its owner alone",
  import_failure: "read with its task, by the owner alone",
  import_secret: "sealed; leaves in the encrypted file of its task alone",
  notice: "addressed to one person, who alone reads it",
  partner_flag_off: "read with its partner, which is scoped",
  partner_cascade_item: "read with its suspension, which is scoped",
  partner_staff_handover_step: "read with its hand-over, of a person who is scoped",
  offboarding_step: "read with its off-boarding, which is scoped",
  password_history: "hashes of one's own account; never leaves the server",
  permission_version: "one number",
  session: "found by the holder's token, listed for the holder, or joined to the people in scope",
  trusted_device: "listed for the holder alone",
  view_as: "found by the viewer's own session only",
  captcha: "used-up codes",
  login_guard: "counters",
  login_log: "joined to the people in scope; lines without a person only for everything",
  role_version: "read with its role, to whom the role is visible",
  interface_usage_daily: "counters of the interfaces, which are the same for everybody",
  interface_caller_daily: "as interface_usage_daily; read with the interface's own permission",
  interface_body_log: "joined to the people in scope; lines without a person only for everything",
  permission_use: "read as days per code of a role, to whom the role is visible",
  api_client_nonce: "used-up values",
  api_client_call: "read with its client, to whom the client is visible",
  api_client_key_usage: "counters, read with their client",
  third_ticket: "found by the ticket itself",
  third_system_use: "found by the person's own id only",
  sso_client: "the applications of the portal, the same for everybody",
  sso_session: "found by the holder's cookie",
  sso_ticket: "found by the ticket itself",
  sso_handover: "found by the value itself",
  sms_code: "found by the phone that waits for it",
  car_sale_code: "read with its configuration, the same for everybody",
  car_offer: "as car_sale_code",
  car_part_no: "numbers that belong to one car; only a clash is told",
  car_hold: "read with its car, which is scoped",
  car_event: "as car_hold",
  car_event_rest: "a part of car_event",
  car_event_key: "numbers of what was told already",
  car_block: "as car_hold",
  car_condition: "as car_hold",
  car_inspection: "as car_hold",
  car_intake_rollup: "counts of messages, read with the permission of the intake",
  car_statistics: "counts over all cars, told to those alone who see all cars",
  sms_outbox: "read by developers and holders of platform:smsOutbox:view",
};

function tablesOf(schema: string): Map<string, Set<string>> {
  const tables = schema.matchAll(/^create (?:unlogged )?table (\w+) (?:\(\n([\s\S]*?)\n\)|partition of)/gm);
  return new Map(
    [...tables].map(([, name = "", inside = ""]) => {
      const columns = inside.split("\n").flatMap((line) => /^ {2}"?(?!constraint )(\w+)/.exec(line)?.[1] ?? []);
      return [name, new Set(columns)];
    }),
  );
}

const schema = tablesOf(textOf("docs/schema.sql"));
const declared = new Map([...declaredTables].map(([name, table]) => [snake(name), table]));

test("every table is declared with its data scope, or listed here with the reason why it has none", (context) => {
  context.diagnostic(`${schema.size} tables, ${declared.size} declared, ${Object.keys(withoutScope).length} listed`);
  assert.ok(schema.size > 20 && declared.size > 3);
  const unknown = [...schema.keys()].filter((name) => !declared.has(name) && !(name in withoutScope));
  assert.deepEqual(unknown, [], "declare it with table(), or list it in tests/architecture/tables.test.ts");
});

test("the list names no table that is declared or gone", () => {
  assert.deepEqual(
    Object.keys(withoutScope).filter((name) => declared.has(name) || !schema.has(name)),
    [],
  );
});

test("the log of every kind of record that can be read is in the authorisation matrix, with the code of its table", () => {
  const readable = [...declaredTables].flatMap(([bizType, { read }]) => (read ? [`${bizType} ${read}`] : []));
  const asked = askedBy(listRecordLogs).map(({ fixed, code }) => `${fixed?.["bizType"]} ${code}`);
  assert.deepEqual(asked.sort(), readable.sort(), "add its row to `governed` in tests/contract/matrix-table.ts");
});

test("declared tables exist, with the columns of every record and those of their scope", () => {
  for (const [name, table] of declared) {
    const columns = schema.get(name);
    assert.ok(columns, `${name} is declared and does not exist`);
    const stamps = ["id", "version", "created_at", "created_by", "updated_at", "updated_by"];
    const { organization, owner } = { organization: undefined, owner: undefined, ...columnsOf(table.scope) };
    const needed = [...stamps, ...(table.softDelete ? ["deleted_at"] : []), organization, owner].flatMap(
      (one) => one ?? [],
    );
    const labelled = Object.keys(table.labels);
    const missing = [...needed, ...labelled].map(snake).filter((column) => !columns.has(column));
    assert.deepEqual(missing, [], name);
    if (typeof table.scope === "object" && "unscoped" in table.scope) assert.ok(table.scope.unscoped.length > 5, name);
  }
});

test("names of modules, jobs, schedules, listeners, parameters, dictionaries and numbers are unique", () => {
  const lists = {
    modules: modules.map(({ name }) => name),
    "jobs and schedules": modules.flatMap(({ jobs, schedules }) =>
      [...(jobs ?? []), ...(schedules ?? [])].map(({ name }) => name),
    ),
    listeners: modules.flatMap(({ listeners }) => (listeners ?? []).map(({ name }) => name)),
    parameters: modules.flatMap(({ params }) => (params ?? []).map(({ key }) => key)),
    todos: modules.flatMap(({ todos }) => (todos ?? []).map(({ key }) => key)),
    "work in hand": modules.flatMap(({ workInHand }) => (workInHand ?? []).map(({ kind }) => kind)),
    dictionaries: modules.flatMap(({ dictionaries }) => (dictionaries ?? []).map(({ code }) => code)),
    "number prefixes": modules.flatMap(({ numbers }) => (numbers ?? []).map(({ prefix }) => prefix)),
  };
  for (const [what, names] of Object.entries(lists)) {
    assert.deepEqual([...new Set(names)], names, what);
  }
  assert.ok(lists["jobs and schedules"].length > 1);
});

test("jobs, schedules and listeners are named after their module", () => {
  for (const { name, jobs = [], schedules = [], listeners = [] } of modules) {
    for (const one of [...jobs, ...schedules, ...listeners])
      assert.match(one.name, new RegExp(`^(${name}|sso)\\.\\w+`));
  }
});

function columnsOf(scope: unknown): { organization?: string; owner?: string } {
  return typeof scope === "object" && scope !== null ? scope : {};
}
