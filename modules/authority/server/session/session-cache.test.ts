import assert from "node:assert/strict";
import { test } from "node:test";
import type { FoundSession } from "./lookup.ts";
import { SessionCache } from "./session-cache.ts";

const at = new Date(0);
const sessionOf = (userId: string): FoundSession => ({
  id: `session of ${userId}`,
  userId,
  userName: "",
  boolAdmin: false,
  userStatus: "ACTIVE",
  readOnly: false,
  validUntil: null,
  lastActiveAt: null,
  status: "ACTIVE",
  endReason: null,
  endedAt: null,
  restricted: false,
  organizationIds: [],
  lastSeenAt: at,
  idleExpiresAt: at,
  absoluteExpiresAt: at,
  permissionVersion: 1,
  view: null,
});
const NOW = 50_000;

function cacheOf(...users: string[]): SessionCache {
  const cache = new SessionCache();
  for (const user of users) cache.put(`token of ${user}`, sessionOf(user), { now: NOW, drops: cache.drops });
  return cache;
}
const kept = (cache: SessionCache, now: number, ...users: string[]) =>
  users.filter((user) => cache.get(`token of ${user}`, now)?.userId === user);

test("PF-R26 a session that was looked up is kept for less than a second, and forgotten when the clock goes back", () => {
  const cache = cacheOf("a");
  assert.deepEqual(kept(cache, NOW, "a", "b"), ["a"]);
  assert.deepEqual(kept(cache, NOW + 999, "a"), ["a"]);
  assert.deepEqual(kept(cache, NOW + 1000, "a"), []);
  assert.deepEqual(kept(cache, NOW, "a"), [], "what was too old does not come back");
  assert.deepEqual(kept(cacheOf("a"), NOW - 1, "a"), []);
});

test("PF-R26 a change drops the sessions of its person, or all; what was read before a drop is not kept after it", () => {
  const cache = cacheOf("a", "b");
  cache.put("second token of a", sessionOf("a"), { now: NOW, drops: cache.drops });
  cache.drop("a");
  assert.deepEqual(kept(cache, NOW, "a", "b"), ["b"]);
  assert.equal(cache.get("second token of a", NOW), null);
  const mixed = cacheOf("a");
  mixed.put("second token of a", sessionOf("a"), { now: NOW + 500, drops: mixed.drops });
  assert.equal(mixed.get("token of a", NOW + 1000), null);
  mixed.drop("a");
  assert.equal(
    mixed.get("second token of a", NOW + 1000),
    null,
    "one that is too old leaves the other with its person",
  );
  const { drops } = cache;
  cache.drop(null);
  assert.deepEqual(kept(cache, NOW, "a", "b"), []);
  cache.put("token of b", sessionOf("b"), { now: NOW, drops });
  assert.deepEqual(kept(cache, NOW, "b"), []);
});

test("PF-R26 at most 20,000 sessions are kept", () => {
  const cache = cacheOf(...Array.from({ length: 20_000 }, (_, n) => `${n}`));
  assert.deepEqual(kept(cache, NOW, "0", "19999"), ["0", "19999"]);
  cache.put("token of z", sessionOf("z"), { now: NOW, drops: cache.drops });
  assert.deepEqual(kept(cache, NOW, "0", "19999", "z"), ["z"]);
});
