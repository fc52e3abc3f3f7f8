import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoleDraft } from "../../../contract/index.ts";
import { scopeQuery } from "./scope-query.ts";

const draft = (dataScope: RoleDraft["dataScope"], customOrgs: RoleDraft["customOrgs"] = []): RoleDraft => ({
  name: "店长",
  category: null,
  description: null,
  menuKeys: [],
  permissionCodes: [],
  scopeOverrides: {},
  excludedInterfaces: [],
  fieldRules: {},
  grantableRoleIds: [],
  exclusiveOrgTypes: [],
  partnerKinds: [],
  maxDays: null,
  ownerUserId: null,
  dataScope,
  customOrgs,
});

test("a scope is counted as soon as it reaches something", () => {
  assert.deepEqual(scopeQuery(draft("ALL"), null), { dataScope: "ALL" });
  assert.equal(scopeQuery(draft("SELF"), "a"), null);
  assert.equal(scopeQuery(draft("ORG"), null), null);
  assert.deepEqual(scopeQuery(draft("ORG_TREE"), "a"), { dataScope: "ORG_TREE", organizationId: "a" });
  assert.equal(scopeQuery(draft("CUSTOM"), "a"), null);
  const custom = [
    { orgId: "a", withChildren: true },
    { orgId: "b", withChildren: false },
  ];
  assert.deepEqual(scopeQuery(draft("CUSTOM", custom), null), { dataScope: "CUSTOM", customOrgs: "a*,b" });
});
