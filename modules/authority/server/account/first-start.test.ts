import assert from "node:assert/strict";
import { test } from "node:test";
import { isWellFormedPassword } from "../../contract/index.ts";
import { cheapHasher, countOf, freshNodes, rowsOf } from "../demo/testing.ts";
import { createFirstAdministrator } from "./first-start.ts";
import { newInitialPassword } from "./initial-password.ts";

test("the first start makes exactly one administrator with a random password, even when two nodes start at once", async () => {
  const { first, all, stop } = await freshNodes(2);
  try {
    const phone = "13900000000";
    const made = await Promise.all(
      all.map(({ access }) => createFirstAdministrator(access, { phone, hasher: cheapHasher() })),
    );
    const [administrator, ...others] = made.filter((one) => one !== null);
    assert.ok(administrator && others.length === 0);
    assert.equal(administrator.phone, phone);

    const rows = await rowsOf<{ hash: string }>(
      first,
      `select bool_admin as admin, must_change_pwd as fresh, status, mobile_phone as phone, user_name as name,
         user_type as type, password_hash as hash from app_user`,
    );
    assert.equal(rows.length, 1);
    const { hash: _hash, ...account } = rows[0] ?? { hash: "" };
    assert.deepEqual(account, {
      admin: true,
      fresh: true,
      status: "PENDING",
      phone,
      name: "系统管理员",
      type: "INTERNAL",
    });
    assert.equal(await cheapHasher().verify(administrator.password, rows[0]?.hash ?? null), true);
    assert.equal(await countOf(first, "audit_log where action_name = '创建首个管理员'"), 1);
    assert.equal(await createFirstAdministrator(first.access, { phone, hasher: cheapHasher() }), null);
  } finally {
    await stop();
  }
});

test("PF-R34 an initial password is well formed, of 12 characters, and another one every time", () => {
  const made = Array.from({ length: 500 }, newInitialPassword);
  assert.equal(new Set(made).size, made.length);
  for (const password of made) assert.ok(password.length === 12 && isWellFormedPassword(password), password);
});
