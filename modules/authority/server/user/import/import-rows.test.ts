import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "../../testing.ts";
import { importingUsers, type TypedPerson } from "./testing.ts";

const { app, problems, run, row, codeOf, positionCode: positionCodeOf } = importingUsers();
const phone = (n: number) => `137${String(n).padStart(8, "0")}`;

/** Makes two organisations below one, and somebody who may only create people there. */
async function places() {
  const home = await givenOrganization(app, { type: "CITY" });
  const stores = [await givenOrganization(app, { parent: home }), await givenOrganization(app, { parent: home })];
  const codes = await Promise.all(stores.map((store) => codeOf("organization", store)));
  const positionCode = await positionCodeOf("顾问");
  const permissions = ["authority:user:create"];
  const client = await app.signIn({ permissions, scope: "ORG_TREE", organization: home });
  const [first = "", second = ""] = codes;
  return { client, positionCode, first, second };
}

test("authority section 8: rows that say different things of one person are refused, none is dropped silently", async () => {
  const { client, positionCode, first, second } = await places();
  const common = { positionCode, userName: "某人", staffNo: "AB001", userType: "合作伙伴", validUntil: "2027-01-01" };
  const differing: TypedPerson[] = [
    { userName: "别人" },
    { staffNo: "AB999" },
    { userType: "承运商" },
    { validUntil: "2027-02-01" },
    {},
  ];
  const { staffNo, ...unnumbered } = common;
  const rows = [...differing, null].flatMap((other, n) => {
    const said = { ...common, mobilePhone: phone(n + 1), staffNo: `${staffNo}${n}` };
    const again = other ? { ...said, ...other } : { ...unnumbered, mobilePhone: phone(n + 1) };
    return [row({ ...said, organizationCode: first }), row({ ...again, organizationCode: second })];
  });
  const found = (await problems(client, rows)).filter((problem) => problem.includes("不一致"));
  assert.deepEqual(found, [
    "3 与第2行的姓名不一致",
    "5 与第4行的工号不一致",
    "7 与第6行的用户类型不一致",
    "9 与第8行的有效期至不一致",
    "13 与第12行的工号不一致",
  ]);
});

test("PF-R95 the posts of a newcomer come in together, wherever they stand in the file", async () => {
  const { client, positionCode, first, second } = await places();
  const typed = (n: number) => ({
    positionCode,
    userName: `某${n}`,
    mobilePhone: phone(1_000 + n),
    userType: "门店员工",
  });
  const people = Array.from({ length: 500 }, (_, n) => row({ ...typed(n), organizationCode: first }));
  const rows = [...people, ...[499, 3].map((n) => row({ ...typed(n), organizationCode: second }))];
  const { task } = await run(client, rows);
  assert.partialDeepStrictEqual(task, { status: "SUCCESS", total: 502, successCount: 502, failCount: 0 });
  const [held] = await app.rows<{ n: number }>(
    `select count(*)::int as n from membership m join app_user u on u.id = m.user_id where u.mobile_phone = any($1)`,
    [[phone(1_499), phone(1_003)]],
  );
  assert.equal(held?.n, 4);
});
