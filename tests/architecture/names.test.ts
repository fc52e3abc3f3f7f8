import assert from "node:assert/strict";
import { test } from "node:test";
import { productRoutes } from "../../scripts/openapi.ts";
import { textOf } from "./repository.ts";

/** Names from before these rules; callers and data know them. The lists only become shorter: what is new keeps the rule. */
const older = {
  /** Parts of paths that are not kebab-case; some are given by the base specification. */
  paths: `apiClients batchApprove batchFreeze batchUnfreeze bindSaleCode cancelAny cancelExit cancelMerge carConfigs
    carMarketTypes changePhone clearExpired correctSpec grantableRoles handOver imageCode interfaceOptions kickByOrg
    leaderCandidates listByCodes loginLogs managedRegions marketType mergePreview mileageFix movePreview numberRules
    offboardPreview openAccount orgChanges organizationLogin otherAccounts phoneLogin resetPassword roleOptions scopeCount
    securityFreeze securityUnfreeze setAdmin signIns smsOutbox staffChoices stockKind syncRuns takeBack thirdSystems
    ticketLogin unfreezeCode userInfo userList userOrganization viewAs`,
  /** Codes with which something is read that end neither in `:list` nor in `:view`; some open what only editors need. */
  codes: `authority:grant:edit authority:interface:edit authority:org:edit authority:otherAccount:bind
    authority:position:edit authority:session:kick authority:user:detail authority:user:offboard partner:account:edit
    partner:contract:terms partner:deposit:edit partner:partner:edit partner:partner:terminate partner:staff:blacklist
    partner:staff:leave platform:job:listAll platform:notice:publish platform:param:edit platform:region:edit
    vehicle:car:check`,
  /** Columns `status` that are no switch. */
  columns: `announcement api_client api_client_call api_interface app_user car_config file interface_body_log
    interface_sync_run membership offboarding offboarding_step org_change other_account partner_staff_handover_step region
    role_grant session sms_code sms_outbox sso_session task`,
};

const wordsOf = (text: string) => text.split(/\s+/).sort();
const unique = (names: readonly string[]) => [...new Set(names)].sort();
const endpoints = productRoutes().map(({ endpoint }) => endpoint);

const isKebab = (part: string) => /^([a-z0-9]+(-[a-z0-9]+)*|\{\w+\}|)$/.test(part);

test("paths are kebab-case", () => {
  const odd = endpoints.flatMap(({ path }) => path.split("/").filter((part) => !isKebab(part)));
  assert.deepEqual(unique(odd), wordsOf(older.paths));
  assert.deepEqual(["bank-accounts", "{id}", "v1"].map(isKebab), [true, true, true]);
  assert.deepEqual(["bankAccounts", "Accounts", "a_b"].map(isKebab), [false, false, false]);
});

test("what is read is opened by a code that ends in :list or :view", () => {
  const reading = endpoints.filter(({ method, permission }) => method === "GET" && permission.includes(":"));
  const odd = reading.map(({ permission }) => permission).filter((code) => !/:(list|view)$/.test(code));
  assert.deepEqual(unique(odd), wordsOf(older.codes));
});

/** `status` columns that are no switch of two, and `state` columns that are one. */
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
  assert.deepEqual(status.sort(), wordsOf(older.columns));
  assert.deepEqual(state, []);
  const planted = (name: string, values: string) =>
    `create table sale (\n  ${name} text,\n  constraint c CHECK ((${name} = ANY (ARRAY[${values}])))\n);`;
  const onOff = "'ENABLED'::text, 'DISABLED'::text";
  assert.deepEqual(misnamedIn(planted("status", onOff)), { status: [], state: [] });
  assert.deepEqual(misnamedIn(planted("state", onOff)), { status: [], state: ["sale"] });
  assert.deepEqual(misnamedIn(planted("status", "'OPEN'::text, 'CLOSED'::text")), { status: ["sale"], state: [] });
});
