import assert from "node:assert/strict";
import { test } from "node:test";
import type { RoleDraft } from "@ops/authority/contract";
import { mergeDrafts } from "./merge-drafts.ts";

const base: RoleDraft = {
  name: "角色",
  category: null,
  description: "旧",
  dataScope: "SELF",
  maxDays: null,
  ownerUserId: null,
  menuKeys: ["a"],
  permissionCodes: ["a:a:list", "a:a:edit"],
  scopeOverrides: { "a:a:edit": "ORG" },
  customOrgs: [],
  excludedInterfaces: [],
  fieldRules: {},
  grantableRoleIds: [],
  exclusiveOrgTypes: [],
  partnerKinds: [],
};

test("authority 12 two drafts of one role are merged: additions and removals of both, mine where both changed a value", () => {
  const mine: RoleDraft = {
    ...base,
    description: "我的",
    permissionCodes: ["a:a:list", "b:b:list"],
    fieldRules: { "user.email": "MASK" },
  };
  const theirs: RoleDraft = {
    ...base,
    name: "新名",
    description: "他的",
    permissionCodes: ["a:a:list", "a:a:edit", "c:c:list"],
    scopeOverrides: {},
    excludedInterfaces: ["1"],
  };
  assert.deepEqual(mergeDrafts(base, mine, theirs), {
    ...base,
    name: "新名",
    description: "我的",
    permissionCodes: ["a:a:list", "c:c:list", "b:b:list"],
    scopeOverrides: {},
    excludedInterfaces: ["1"],
    fieldRules: { "user.email": "MASK" },
  });
});
