import assert from "node:assert/strict";
import { test } from "node:test";
import { productRoutes } from "../../scripts/openapi.ts";
import { textOf } from "./repository.ts";

/** Parts of paths that the base specification prescribes (section 7). */
const given = `phoneLogin imageCode ticketLogin userList userInfo userOrganization organizationLogin listByCodes`;

/**
 * Columns called `status` that are no switch, with the reason why they stay. Nothing may be added to these lists,
 * because new columns follow the rule.
 */
const older = {
  /** These store the status of an HTTP answer or the end of a run, and no state machine changes them. */
  facts: "api_client_call interface_body_log interface_sync_run",
  /** Pages, sheets and API clients read the field under this name; another name would break these callers. */
  answered: `announcement api_client api_interface app_user car_config file membership offboarding offboarding_step
    org_change other_account partner_staff_handover_step region role_grant session sms_outbox task`,
  /** Nobody outside reads them, but statements and indexes of the sign-in use the name in many places. */
  inner: "sms_code sso_session",
};

const wordsOf = (text: string) => text.split(/\s+/).sort();
const unique = (names: readonly string[]) => [...new Set(names)].sort();
const endpoints = productRoutes().map(({ endpoint }) => endpoint);

const isKebab = (part: string) => /^([a-z0-9]+(-[a-z0-9]+)*|\{\w+\}|)$/.test(part);

test("paths are kebab-case, except for the parts that the base specification gives", () => {
  const odd = endpoints.flatMap(({ path }) => path.split("/").filter((part) => !isKebab(part)));
  assert.deepEqual(unique(odd), wordsOf(given));
  assert.deepEqual(["bank-accounts", "{id}", "v1"].map(isKebab), [true, true, true]);
  assert.deepEqual(["bankAccounts", "Accounts", "a_b"].map(isKebab), [false, false, false]);
});

type Guarded = Pick<(typeof endpoints)[number], "method" | "permission">;

/**
 * Finds codes that only allow reading and do not end in :list or :view. A code that also allows a change is named after
 * the change, because the options, previews and drafts that belong to the change need no right of their own.
 */
function findMisnamedCodes(guarded: readonly Guarded[]): string[] {
  const codes = Map.groupBy(guarded, ({ permission }) => permission);
  const reading = [...codes].filter(
    ([code, calls]) => code.includes(":") && calls.every(({ method }) => method === "GET"),
  );
  return reading.map(([code]) => code).filter((code) => !/:(list|view)$/.test(code));
}

test("a code that only opens what is read ends in :list or :view", () => {
  assert.deepEqual(findMisnamedCodes(endpoints), []);
  const call = (method: Guarded["method"], permission: Guarded["permission"]): Guarded => ({ method, permission });
  const planted = [
    call("GET", "a:b:detail"),
    call("GET", "a:b:view"),
    call("GET", "a:b:edit"),
    call("PUT", "a:b:edit"),
  ];
  assert.deepEqual(findMisnamedCodes([...planted, call("GET", "session")]), ["a:b:detail"]);
});

/** Finds `status` columns that are not a switch of two values, and `state` columns that are one. */
function misnamedIn(schema: string): { status: string[]; state: string[] } {
  const found: { status: string[]; state: string[] } = { status: [], state: [] };
  for (const [, table = "", inside = ""] of schema.matchAll(/^create (?:unlogged )?table (\w+) \(\n([\s\S]*?)\n\)/gm)) {
    for (const name of ["status", "state"] as const) {
      if (!new RegExp(`^ {2}${name} `, "m").test(inside)) continue;
      const check = new RegExp(`CHECK \\(\\(\\(?${name} = ANY.*`).exec(inside)?.[0] ?? "";
      const isSwitch = [...check.matchAll(/'(\w+)'::text/g)].map(([, value]) => value).join() === "ENABLED,DISABLED";
      if (isSwitch !== (name === "status")) found[name].push(table);
    }
  }
  return found;
}

test("a column is called `status` where it is a switch of two, and `state` where a machine moves it", () => {
  const { status, state } = misnamedIn(textOf("docs/schema.sql"));
  assert.deepEqual(status.sort(), wordsOf(Object.values(older).join(" ")));
  assert.deepEqual(state, []);
  const planted = (name: string, values: string) =>
    `create table sale (\n  ${name} text,\n  constraint c CHECK ((${name} = ANY (ARRAY[${values}])))\n);`;
  const onOff = "'ENABLED'::text, 'DISABLED'::text";
  assert.deepEqual(misnamedIn(planted("status", onOff)), { status: [], state: [] });
  assert.deepEqual(misnamedIn(planted("state", onOff)), { status: [], state: ["sale"] });
  assert.deepEqual(misnamedIn(planted("status", "'OPEN'::text, 'CLOSED'::text")), { status: ["sale"], state: [] });
});
