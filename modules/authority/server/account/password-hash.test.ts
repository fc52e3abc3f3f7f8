import assert from "node:assert/strict";
import { availableParallelism } from "node:os";
import { test } from "node:test";
import { TooMany } from "@ops/platform/server";
import { PasswordHasher, STANDARD_COST } from "./password-hash.ts";

const cheap = { memoryKib: 32, passes: 1, lanes: 1 };
const tag = "CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";

test("PF-R15 the standard cost is argon2id with 19456 KiB, two passes, one lane, and a random salt", async () => {
  const hasher = new PasswordHasher();
  const [one, two] = [await hasher.hash("Demo@2025"), await hasher.hash("Demo@2025")];

  assert.deepEqual(STANDARD_COST, { memoryKib: 19_456, passes: 2, lanes: 1 });
  assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(one, two);
  assert.equal(await hasher.verify("Demo@2025", one), true);
  assert.equal(await hasher.verify("demo@2025", one), false);
});

test("PF-R15 hashes of other programs are understood: the reference vector", async () => {
  const reference = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
  assert.equal(await new PasswordHasher(cheap).verify("password", reference), true);
  assert.equal(await new PasswordHasher(cheap).verify("passwore", reference), false);
});

test("PF-R15 a hash is outdated that costs less than today's, or that nobody can read", () => {
  const hasher = new PasswordHasher({ memoryKib: 64, passes: 2, lanes: 1 });
  const cases: [hash: string, isOutdated: boolean][] = [
    [`$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$${tag}`, false],
    [`$argon2id$v=19$m=65,t=3,p=1$c29tZXNhbHQ$${tag}`, false],
    [`$argon2id$v=19$m=63,t=2,p=1$c29tZXNhbHQ$${tag}`, true],
    [`$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$${tag}`, true],
    [`$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbA$${tag}`, true],
    [`$argon2id$v=19$m=64,t=2,p=1$c29tZXNhbHQ$${tag.slice(0, 42)}`, true],
    ["garbage", true],
  ];
  for (const [hash, isOutdated] of cases) assert.equal(hasher.isOutdated(hash), isOutdated, hash);
  assert.equal(hasher.computations, 0, "a look costs nothing");
});

test("PF-R22 every check spends one computation: no account, no password, a damaged hash", async () => {
  const hasher = new PasswordHasher(cheap);
  for (const [password, hash] of [
    ["x", null],
    [null, await hasher.hash("")],
    ["x", "garbage"],
    ["x", `$argon2id$v=19$m=32,t=1,p=1$c2hvcnQ$${tag}`],
    ["x", `$argon2id$v=19$m=32,t=1,p=1$c29tZXNhbHQ$${tag.slice(0, 20)}`],
    [null, null],
  ] as const) {
    const before = hasher.computations;
    assert.equal(await hasher.verify(password, hash), false);
    assert.equal(hasher.computations - before, 1);
  }
});

test("platform 13 cores − 1 computations at once, 200 wait, the rest is told to come back", async () => {
  const hasher = new PasswordHasher(cheap);
  const slots = Math.max(1, availableParallelism() - 1);
  const results = await Promise.allSettled(Array.from({ length: slots + 250 }, () => hasher.hash("x")));

  const refused = results.flatMap((result) => (result.status === "rejected" ? [result.reason] : []));
  assert.equal(refused.length, 50);
  assert.ok(refused.every((error) => error instanceof TooMany && error.message === "系统繁忙，请稍后再试"));
  assert.match(await hasher.hash("x"), /^\$argon2id/, "and goes on afterwards");
});
