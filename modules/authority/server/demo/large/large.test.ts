import assert from "node:assert/strict";
import { test } from "node:test";
import { countOf, freshNodes, loadSmall } from "../testing.ts";
import { loadLargeSet } from "./large.ts";

test("a large set goes in by COPY beside the demo", async () => {
  const { first: node, stop } = await freshNodes();
  try {
    await loadSmall(node);
    const size = { users: 1000, memberships: 1500, roles: 10, grants: 2000, menus: 100 };
    await loadLargeSet(node, { ...size, auditRows: 3000, loginRows: 2000 });
    assert.equal(await countOf(node, "app_user"), 1420);
    assert.equal(
      await countOf(node, "membership m join organization o on o.id = m.organization_id where o.code like 'LARGE-%'"),
      1500,
    );
    assert.equal(await countOf(node, "role_grant g join role r on r.id = g.role_id where r.code like 'large%'"), 2000);
    assert.equal(await countOf(node, "menu where source = 'CUSTOM'"), 100);
    assert.equal(await countOf(node, "organization where parent_id is null"), 1);
    assert.equal(await countOf(node, "audit_log"), 5000);
    assert.equal(await countOf(node, "audit_log_rest"), 0, "each row lies in the part of its month");
    assert.equal(await countOf(node, "login_log"), 2500);
  } finally {
    await stop();
  }
});
