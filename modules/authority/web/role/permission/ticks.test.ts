import assert from "node:assert/strict";
import { test } from "node:test";
import type { Permission, RoleDraft } from "@ops/authority/contract";
import { dependantsOf, tickOf, withCodes, withoutCodes, withoutPages, withPages } from "./ticks.ts";

const line = (code: string, menuKey: string | null, requires: string[] = []): Permission => ({
  code,
  menuKey,
  requires,
  name: code,
  module: "test",
  interfaces: [],
  risk: "LOW",
});
const permissions = [
  line("u:list", "users"),
  line("u:edit", "users", ["u:list"]),
  line("g:edit", "grants", ["u:edit"]),
];
const empty: RoleDraft = {
  name: "角色",
  category: null,
  description: null,
  dataScope: "SELF",
  maxDays: null,
  ownerUserId: null,
  menuKeys: [],
  permissionCodes: [],
  scopeOverrides: {},
  customOrgs: [],
  excludedInterfaces: [],
  fieldRules: {},
  grantableRoleIds: [],
  exclusiveOrgTypes: [],
  partnerKinds: [],
};

test("AU-R30 ticking a code ticks its page and what it requires, on whatever page", () => {
  const ticked = withCodes(empty, ["g:edit"], permissions);

  assert.deepEqual(ticked.permissionCodes.toSorted(), ["g:edit", "u:edit", "u:list"]);
  assert.deepEqual(ticked.menuKeys.toSorted(), ["grants", "users"]);
});

test("AU-R30 unticking a required code takes its dependants and their scopes along, and no page", () => {
  const ticked = { ...withCodes(empty, ["g:edit"], permissions), scopeOverrides: { "g:edit": "ALL" as const } };

  assert.deepEqual(
    dependantsOf(ticked, ["u:edit"], permissions).map(({ code }) => code),
    ["g:edit"],
  );
  const rest = withoutCodes(ticked, ["u:edit"], permissions);
  assert.deepEqual([rest.permissionCodes, rest.scopeOverrides], [["u:list"], {}]);
  assert.deepEqual(rest.menuKeys, ticked.menuKeys);
});

test("AU-R30 pages are tri-state: none, some, all", () => {
  assert.equal(tickOf(empty, "users", permissions), "none");
  assert.equal(tickOf({ ...empty, menuKeys: ["users"] }, "users", permissions), "some");
  const all = withPages(empty, ["users"], permissions);
  assert.equal(tickOf(all, "users", permissions), "all");
  assert.deepEqual(withoutPages(all, ["users"], permissions), empty);
});
