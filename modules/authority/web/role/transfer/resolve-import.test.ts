import assert from "node:assert/strict";
import { test } from "node:test";
import type { ImportedRole, RoleDraft, RoleEntry } from "@ops/authority/contract";
import { isResolved, resolvedDraft, undecided } from "./resolve-import.ts";

const shared = {
  name: "角色",
  category: null,
  description: null,
  maxDays: null,
  menuKeys: [],
  exclusiveOrgTypes: [],
  partnerKinds: [],
  dataScope: "CUSTOM" as const,
};
const draft: RoleDraft = {
  ...shared,
  permissionCodes: ["a:a:list"],
  scopeOverrides: {},
  customOrgs: [{ orgId: "1", withChildren: false }],
  excludedInterfaces: [],
  fieldRules: {},
  grantableRoleIds: [],
  ownerUserId: null,
};
const entry: RoleEntry = {
  ...shared,
  code: "role",
  permissionCodes: ["a:a:list", "old:a:list"],
  scopeOverrides: { "old:a:list": "ALL" },
  customOrgs: [],
  excludedCalls: [],
  fieldRules: {},
  grantableRoles: [],
  owner: null,
};
const imported: ImportedRole = {
  code: "role",
  name: "角色",
  state: "NEW",
  role: null,
  diff: null,
  draft,
  unknown: {
    codes: ["old:a:list", "gone:a:list"],
    organizations: [
      { code: "X", name: "别处", withChildren: true },
      { code: "Y", name: "旧处", withChildren: false },
    ],
    others: [],
  },
};

test("AU-R35 what is unknown must be replaced or left out before a role is imported", () => {
  assert.equal(isResolved(imported, undecided), false);
  const decided = {
    codes: { "old:a:list": "new:a:list", "gone:a:list": null },
    organizations: { X: "2", Y: null },
  };
  assert.equal(isResolved(imported, decided), true);
  assert.deepEqual(resolvedDraft(imported, entry, decided), {
    ...draft,
    permissionCodes: ["a:a:list", "new:a:list"],
    scopeOverrides: { "new:a:list": "ALL" },
    customOrgs: [
      { orgId: "1", withChildren: false },
      { orgId: "2", withChildren: true },
    ],
  });
});

test("AU-R35 a code that every object knows has to be decided on like every other", () => {
  const odd = { ...imported, unknown: { codes: ["constructor"], organizations: [], others: [] } };
  assert.equal(isResolved(odd, undecided), false);
  const decided = { codes: { constructor: "new:a:list" }, organizations: {} };
  assert.equal(isResolved(odd, decided), true);
  assert.deepEqual(resolvedDraft(odd, entry, decided).scopeOverrides, {});
});
