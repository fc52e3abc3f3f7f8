import type { Names } from "./names.ts";
import { formFile, pageFile, recordFile } from "./web-files.ts";

/** The files of a room: a record with a name that is listed, shown, made, changed, closed and opened again. */
export function entityFiles(names: Names, migration: string): Record<string, string> {
  const { module, entity, pascal } = names;
  const folder = `modules/${module}`;
  return {
    [`${folder}/contract/${entity}/shape.ts`]: shapeFile(names),
    [`${folder}/contract/${entity}/states.ts`]: statesFile(names),
    [`${folder}/contract/${entity}/acts.ts`]: actsFile(names),
    [`${folder}/contract/${entity}/calls.ts`]: callsFile(names),
    [`${folder}/server/migrations/${migration}-${entity}.sql`]: migrationFile(names),
    [`${folder}/server/${entity}/tables.ts`]: tablesFile(names),
    [`${folder}/server/${entity}/service.ts`]: serviceFile(names),
    [`${folder}/server/${entity}/${entity}.test.ts`]: testFile(names),
    [`${folder}/server/demo/${entity}.ts`]: demoFile(names),
    [`${folder}/server/promises/${entity}.ts`]: promisesFile(names),
    [`${folder}/web/${entity}/${pascal}ListPage.tsx`]: pageFile(names),
    [`${folder}/web/${entity}/${pascal}Form.tsx`]: formFile(names),
    [`${folder}/web/${entity}/${entity}-record.tsx`]: recordFile(names),
  };
}

const shapeFile = ({ module, entity, title, pascal, camel }: Names) =>
  `import { boundedText, createdAt, requiredText, shape } from "@ops/platform/contract";
import type { z } from "zod";
import { ${camel}States } from "./states.ts";

export const ${pascal}Shape = shape("${camel}", "${title}", {
  name: requiredText("名称", 60),
  remark: boundedText("备注", 200).nullable().default(null),
  state: ${camel}States.schema,
  stateReason: boundedText("原因", 200).nullable(),
});

export const ${pascal} = ${pascal}Shape.answer({ createdAt });
export type ${pascal} = z.output<typeof ${pascal}>;

/** What all its calls have in common. */
export const ${camel}Frame = {
  path: "/${module}/v1/${entity}s",
  answer: ${pascal},
  view: "${module}:${camel}:list",
  edit: "${module}:${camel}:edit",
} as const;
`;

const statesFile = ({ module, title, camel }: Names) => `import { stateMachine } from "@ops/platform/contract";

export const ${camel}States = stateMachine({
  code: "${module.toUpperCase()}",
  entity: "${title}",
  initial: "OPEN",
  states: { OPEN: "进行中", CLOSED: "已关闭" },
  moves: {
    edit: { label: "编辑", from: ["OPEN"], to: "OPEN" },
    close: { label: "关闭", from: ["OPEN"], to: "CLOSED" },
    reopen: { label: "重新打开", from: ["CLOSED"], to: "OPEN" },
  },
});
`;

const actsFile = ({ title, pascal, camel }: Names) => `import { actsOf } from "@ops/platform/contract";
import { ${camel}Frame } from "./shape.ts";
import { ${camel}States } from "./states.ts";

const permission = ${camel}Frame.edit;

export const ${camel}Acts = actsOf(
  ${camel}States,
  { ...${camel}Frame, number: "name" },
  {
    close: { permission, audit: "关闭${title}", reason: true, danger: true },
    reopen: { permission, audit: "重新打开${title}", confirm: ({ name }) => \`重新打开${title}「\${name}」？\` },
  },
);
export const { close: close${pascal}, reopen: reopen${pascal} } = ${camel}Acts.endpoints;
`;

const callsFile = ({ pascal, camel }: Names) => `import { callsOf, keyword } from "@ops/platform/contract";
import { ${camel}Frame, ${pascal}Shape } from "./shape.ts";

const calls = callsOf(${pascal}Shape, ${camel}Frame);
const written = ${pascal}Shape.pick("name", "remark");

export const list${pascal}s = calls.list(
  ${pascal}Shape.query({
    is: ["state"],
    within: ["createdAt"],
    sort: ["createdAt", "name"],
    more: { keyword: keyword("名称", "名称") },
  }),
);
export const get${pascal} = calls.get();
export const create${pascal} = calls.create(written);
export const edit${pascal} = calls.edit(written);
`;

const migrationFile = ({ table }: Names) => `create table ${table} (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  org_id uuid not null, -- the reader's data scope is applied wherever this exists
  name text not null,
  remark text,
  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),
  state_reason text
);
create index ${table}_newest_in_scope on ${table} (org_id, created_at desc, id desc);
create index ${table}_name_chars on ${table} using gin (string_to_array(lower(name), null));
`;

const tablesFile = ({
  pascal,
  camel,
}: Names) => `import { ${camel}Frame, ${pascal}Shape } from "../../contract/index.ts";
import { type RowOf, tableOf } from "../database.ts";

export const ${camel}s = tableOf(${pascal}Shape, {
  scope: { organization: "orgId" },
  read: ${camel}Frame.view,
  number: "name",
});
export type ${pascal}Row = RowOf<typeof ${camel}s>;
`;

const serviceFile = ({ pascal, camel }: Names) => `import { commonErrors } from "@ops/platform/contract";
import {
  acting,
  changeRecord,
  contains,
  insertRecord,
  list,
  reads,
  requireRecord,
  type Tx,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { type ${pascal}Row, ${camel}s } from "./tables.ts";

const present = async (_tx: Tx, rows: readonly ${pascal}Row[]) => [...rows];

export const list${pascal}s = list(contract.list${pascal}s, ${camel}s, {
  where: { keyword: (word) => contains("name", word) },
  orderBy: ["createdAt", "desc"],
  present,
});

export const get${pascal} = reads(contract.get${pascal}, (tx, { params }) => requireRecord(tx, ${camel}s, params.id));

export const create${pascal} = writes(contract.create${pascal}, (tx, { body }) => {
  const [orgId] = tx.actor.organizationIds;
  if (!orgId) throw commonErrors.forbidden(); // an administrator may belong to no organisation
  return insertRecord(tx, ${camel}s, { ...body, orgId, state: contract.${camel}States.initial, stateReason: null });
});

export const edit${pascal} = writes(contract.edit${pascal}, async (tx, { params, body }) => {
  const { version, ...changes } = body;
  const ${camel} = await ${camel}Acting.lock(tx, params.id, version, "edit");
  return changeRecord(tx, ${camel}s, ${camel}, changes);
});

export const ${camel}Acting = acting(contract.${camel}Acts, ${camel}s, { present, reasonIn: "stateReason", on: {} });
`;

const testFile = ({ title, pascal, camel }: Names) => `import assert from "node:assert/strict";
import { test } from "node:test";
import {
  close${pascal},
  create${pascal},
  edit${pascal},
  ${camel}Frame,
  list${pascal}s,
  reopen${pascal},
} from "../../contract/index.ts";
import { testApp } from "../testing.ts";

const app = testApp();
const permissions = [${camel}Frame.view, ${camel}Frame.edit];

test("${title} is made, found in its organisation, changed, closed and opened again with a log entry each", async () => {
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

test("${title} of another organisation is hidden and stays as it is", async () => {
  const editor = await app.signIn({ permissions, scope: "ORG" });
  const stranger = await app.signIn({ permissions, scope: "ORG" });
  const { data } = await editor.call(create${pascal}, { body: { name: "甲" } });
  assert.equal((await stranger.call(list${pascal}s, {})).data.total, 0);
  const change = { params: { id: data.id }, body: { name: "乙", version: 1 } };
  assert.equal((await stranger.call(edit${pascal}, change)).msgCode, "COMMON_NOT_FOUND");
});
`;

const demoFile = ({
  entity,
  title,
  pascal,
  camel,
}: Names) => `import { findOrganizations } from "@ops/authority/server";
import { insertRecords, type Tx } from "@ops/platform/server";
import { ${camel}s } from "../${entity}/tables.ts";

/** One for each region. */
export async function load${pascal}Demo(tx: Tx): Promise<void> {
  const regions = await findOrganizations(tx, "REGION");
  const rows = regions.map(({ id, name }) => ({
    orgId: id,
    name: \`\${name}${title}\`,
    remark: null,
    state: "OPEN" as const,
    stateReason: null,
  }));
  if (rows.length > 0) await insertRecords(tx, ${camel}s, rows);
}
`;

const promisesFile = ({
  entity,
  pascal,
  camel,
  table,
}: Names) => `import { example, ofOrganization, type ProductApp } from "@ops/authority/server/testing";
import { insertRecord, newId } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { ${camel}s } from "../${entity}/tables.ts";

async function given${pascal}(app: ProductApp, orgId: string, state: "OPEN" | "CLOSED" = "OPEN"): Promise<string> {
  const values = { orgId, name: "甲", remark: null, state, stateReason: null };
  return (await app.arrange((tx) => insertRecord(tx, ${camel}s, values))).id;
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
example(contract.close${pascal}, async (app) => {
  const id = await given${pascal}(app, newId());
  return { input: { params: { id }, body: { reason: "做完了", version: 1 } } };
});
example(contract.reopen${pascal}, async (app) => {
  const id = await given${pascal}(app, newId(), "CLOSED");
  return { input: { params: { id }, body: { version: 1 } } };
});
`;
