import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";
import type { PlatformNode } from "@ops/platform/server";
import { testSettings } from "../testing.ts";
import { echoKeys } from "../third-system/echo.ts";
import { countOf, freshNodes, LOAD_TIME, loadSmall } from "./testing.ts";
import { loadThirdPartyDemo } from "./third-party.ts";

describe("the third parties of the demo", () => {
  let node: PlatformNode;
  let stop: () => Promise<void>;
  const load = () =>
    node.access.commit((tx) =>
      loadThirdPartyDemo(tx, { sealingKey: testSettings.sealingKey, portal: "http://portal.test" }),
    );
  before(async () => {
    const fresh = await freshNodes();
    node = fresh.first;
    stop = fresh.stop;
    await loadSmall(node);
    await load();
  });
  after(() => stop());

  test("six API clients, one expired, one in rotation, each with interfaces that exist", async () => {
    assert.equal(await countOf(node, "api_client"), 6);
    assert.equal(await countOf(node, "api_client where status = 'EXPIRED'"), 1);
    assert.equal(await countOf(node, "api_client where previous_until > $1", [LOAD_TIME]), 1);
    assert.equal(await countOf(node, "api_client where cardinality(interface_ids) = 0"), 0);
    assert.equal(await countOf(node, "api_client_call"), 90);
  });

  test("three hundred bindings with four conflicts", async () => {
    assert.equal(await countOf(node, "other_account"), 300);
    assert.equal(await countOf(node, "other_account where status = 'CONFLICT'"), 4);
    const left = "other_account a join app_user u on u.id = a.user_id where u.status = 'LEFT' and a.status = 'BOUND'";
    assert.equal(await countOf(node, left), 0);
  });

  test("three systems, the echo page verifies with a key that nobody else knows", async () => {
    assert.equal(await countOf(node, "third_system"), 3);
    const keys = await echoKeys(node.access, testSettings);
    assert.match(keys?.sk ?? "", /^[A-Za-z0-9]{40}$/);
  });

  test("a second load changes nothing", async () => {
    await load();
    assert.equal(await countOf(node, "api_client"), 6);
    assert.equal(await countOf(node, "other_account"), 300);
  });
});
