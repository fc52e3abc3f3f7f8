import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { isForNew, pageData } from "./page-data.ts";

const PATH = "/AuthorityManagement/UserManagementDetail/{data}";
const Page = pageData(PATH, { view: { id: "id", tab: ["posts", "rights"] }, create: {}, copy: { from: "id" } });
const lastOf = (address: string) => address.split("/").at(-1) ?? "";
const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("PF-R6 {data} is base64url of JSON and comes back as it went in", () => {
  const data = { mode: "view", id: "0197-ab", tab: "rights" } as const;
  const address = Page.addressOf(data);
  assert.match(address, /^\/AuthorityManagement\/UserManagementDetail\/[\w-]+$/);
  assert.equal(lastOf(address), encoded(data));
  assert.deepEqual(Page.read(lastOf(address)), data);
  const id = fc.stringMatching(/^[\w.:-]{1,64}$/);
  fc.assert(
    fc.property(id, (from) => assert.deepEqual(Page.read(encoded({ mode: "copy", from })), { mode: "copy", from })),
  );
});

test("PF-R6 a damaged or made-up address decodes to nothing, and no text makes it throw", () => {
  const bad = [
    "",
    "%%%",
    "中文",
    "e30=x",
    encoded({ id: "7", mode: "view" }).slice(0, -3),
    Buffer.from([0xff, 0xfe, 0x7b]).toString("base64url"),
    encoded(null),
    encoded([]),
    encoded("view"),
  ];
  for (const address of bad) assert.equal(Page.read(address), null, address);
  fc.assert(fc.property(fc.string({ unit: "binary" }), (address) => Page.read(address) !== undefined));
});

test("PF-R128 what {data} carries is declared by mode: ids that are needed, tabs that may be missing, no other words", () => {
  assert.deepEqual(
    Page.read(encoded({ id: "7" })),
    { mode: "view", id: "7" },
    "the first mode is meant without a word",
  );
  assert.deepEqual(Page.read(encoded({ mode: "create" })), { mode: "create" });
  const unknown = [
    {},
    { mode: "view" },
    { mode: "delete", id: "7" },
    { mode: "copy", id: "7" },
    { mode: "create", id: "7" },
    { id: "7", tab: "salary" },
    { id: "7", from: "/home" },
    { id: "7", boolAdmin: true },
    { id: 7 },
    { id: "" },
    { id: "x".repeat(65) },
  ];
  for (const data of unknown) assert.equal(Page.read(encoded(data)), null, JSON.stringify(data));
  assert.deepEqual(Page.read(encoded({ id: "x".repeat(64) })), { mode: "view", id: "x".repeat(64) });
  const smuggled = Buffer.from('{"id":"7","__proto__":{"x":1}}').toString("base64url");
  assert.ok(!("x" in (Page.read(smuggled) ?? {})));
});

test("PF-R128 names, texts and numbers of people are no ids: they neither get into an address nor out of one", () => {
  const numbers = ["13800000001", "by:13800000001", "11010519491231002X", "320102199001011234"];
  for (const id of ["张三", "a b", "/home", "<b>", "a@b", ...numbers]) {
    assert.equal(Page.read(encoded({ id })), null, id);
    assert.throws(() => Page.addressOf({ mode: "view", id }), /does not carry/);
  }
});

test("PF-R128 an id of ours passes, whatever its digits look like", () => {
  const ids = [
    "01a1f15e-eb63-70a7-8d7e-a13800000001",
    "user:01a1f15e-eb63-70a7-8d7e-13800000001a",
    "L0Z7E4A24SA000125",
  ];
  for (const id of [...ids, "DD20260301000012", "138000000011"]) assert.ok(Page.addressOf({ mode: "view", id }));
});

test("PF-R128 only a route of the site map carries data", () => {
  assert.throws(() => pageData("/Nowhere/{data}", { view: { id: "id" } }), /no route of the site map/);
  assert.equal(Page.path, PATH);
});

test("PF-R73 whether something new is entered is known from the mode alone", () => {
  assert.equal(isForNew(encoded({ mode: "create" })), true);
  const damaged = Buffer.concat([Buffer.from('{"mode":"create","id":"'), Buffer.from([0xff]), Buffer.from('"}')]);
  for (const address of [encoded({ mode: "view", id: "7" }), encoded({}), "%%%", "", damaged.toString("base64url")])
    assert.equal(isForNew(address), false);
});
