import type { Names } from "./names.ts";

export const testFile = (names: Names) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { givenOrganization } from "@ops/authority/server/testing";
import { ${importsOf(names)} } from "../../contract/index.ts";
import { testApp } from "../testing.ts";

const app = testApp();
const permissions = [${names.camel}Frame.view, ${names.camel}Frame.edit];

${names.hasStates ? storyWithStates(names) : plainStory(names)}
${ofAnotherOrganization(names)}
${chosenOrganization(names)}`;

function importsOf({ pascal, camel, hasStates }: Names): string {
  const acts = hasStates ? [`close${pascal}`, `reopen${pascal}`] : [];
  return [`create${pascal}`, `edit${pascal}`, `${camel}Frame`, `list${pascal}s`, ...acts].join(", ");
}

const storyWithStates = ({ title, pascal }: Names) =>
  `test("${title} is made, found in its organisation, changed, closed and opened again with a log entry each", async () => {
  const editor = await app.signIn({ permissions, scope: "ORG" });
  const { data } = await editor.call(create${pascal}, { body: { name: "甲" } });
  const params = { id: data.id };
  await editor.call(edit${pascal}, { params, body: { name: "乙", version: 1 } });
  const closed = await editor.call(close${pascal}, { params, body: { reason: "做完了", version: 2 } });
  assert.partialDeepStrictEqual(closed.data, { name: "乙", state: "CLOSED", stateReason: "做完了" });
  const late = await editor.call(edit${pascal}, { params, body: { name: "丙", version: 3 } });
  assert.equal(late.success, false, "what is closed is not changed");
  assert.equal((await editor.call(reopen${pascal}, { params, body: { version: 3 } })).data.state, "OPEN");
  assert.equal((await editor.call(list${pascal}s, { query: { keyword: "乙", state: "OPEN" } })).data.total, 1);
  assert.deepEqual(
    (await app.auditOf(data)).map(({ actionName }) => actionName),
    ["新增${title}", "编辑${title}", "关闭${title}", "重新打开${title}"],
  );
});
`;

const plainStory = ({ title, pascal }: Names) =>
  `test("${title} is made, found in its organisation and changed with a log entry each", async () => {
  const editor = await app.signIn({ permissions, scope: "ORG" });
  const { data } = await editor.call(create${pascal}, { body: { name: "甲" } });
  await editor.call(edit${pascal}, { params: { id: data.id }, body: { name: "乙", version: 1 } });
  assert.equal((await editor.call(list${pascal}s, { query: { keyword: "乙" } })).data.total, 1);
  assert.deepEqual(
    (await app.auditOf(data)).map(({ actionName }) => actionName),
    ["新增${title}", "编辑${title}"],
  );
});
`;

const ofAnotherOrganization = ({ title, pascal }: Names) =>
  `test("${title} of another organisation is hidden and stays as it is", async () => {
  const editor = await app.signIn({ permissions, scope: "ORG" });
  const stranger = await app.signIn({ permissions, scope: "ORG" });
  const { data } = await editor.call(create${pascal}, { body: { name: "甲" } });
  assert.equal((await stranger.call(list${pascal}s, {})).data.total, 0);
  const change = { params: { id: data.id }, body: { name: "乙", version: 1 } };
  assert.equal((await stranger.call(edit${pascal}, change)).msgCode, "COMMON_NOT_FOUND");
});
`;

const chosenOrganization = ({ title, pascal }: Names) =>
  `test("${title} belongs to the organisation that is chosen, which an administrator without one has to choose", async () => {
  const admin = await app.signIn({ boolAdmin: true });
  const { id: orgId, name } = await givenOrganization(app);
  const chosen = await admin.call(create${pascal}, { body: { name: "甲", orgId } });
  assert.partialDeepStrictEqual(chosen.data, { orgId, orgName: name });
  const homeless = await admin.call(create${pascal}, { body: { name: "乙" } });
  assert.equal(homeless.success || homeless.msg, "请选择所属组织！");
});
`;

export const promisesFile = ({
  entity,
  pascal,
  camel,
  table,
  hasStates,
}: Names) => `import { example, ofOrganization, type ProductApp } from "@ops/authority/server/testing";
import { insertRecord, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { ${camel}s } from "../${entity}/tables.ts";

async function given${pascal}(app: ProductApp, orgId: string${hasStates ? ', state: "OPEN" | "CLOSED" = "OPEN"' : ""}): Promise<string> {
  return (await app.arrange((tx) => insertRecord(tx, ${camel}s, { orgId, name: "甲"${hasStates ? ", state" : ""} }))).id;
}

export const ${camel}Kind = ofOrganization("${table}", given${pascal});

example(contract.create${pascal}, async (app) => {
  const { token } = await app.signIn({ permissions: [contract.${camel}Frame.edit], scope: "ALL" });
  return { input: { body: { name: "甲" } }, credentials: { authorization: token } };
});
example(contract.edit${pascal}, async (app) => {
  const id = await given${pascal}(app, newId());
  return { input: { params: { id }, body: { name: "乙", version: 1 } } };
});
${
  hasStates
    ? `example(contract.close${pascal}, async (app) => {
  const id = await given${pascal}(app, newId());
  return { input: { params: { id }, body: { reason: "做完了", version: 1 } } };
});
example(contract.reopen${pascal}, async (app) => {
  const id = await given${pascal}(app, newId(), "CLOSED");
  return { input: { params: { id }, body: { version: 1 } } };
});
`
    : ""
}`;
