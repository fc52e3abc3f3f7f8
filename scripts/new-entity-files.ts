export interface Names {
  readonly module: string;
  /** kebab-case */
  readonly entity: string;
  /** What a record is called, in Chinese. */
  readonly title: string;
  readonly pascal: string;
  readonly camel: string;
  /** snake_case */
  readonly table: string;
}

/** The files of a slice: a record with a name that can be listed, read, made and changed. */
export function templates(names: Names, migration: string): Record<string, string> {
  const { module, entity, pascal } = names;
  const folder = `modules/${module}`;
  return {
    [`${folder}/contract/${entity}.ts`]: contractFile(names),
    [`${folder}/server/migrations/${migration}-${entity}.sql`]: migrationFile(names),
    [`${folder}/server/${entity}/tables.ts`]: tablesFile(names),
    [`${folder}/server/${entity}/service.ts`]: serviceFile(names),
    [`${folder}/server/${entity}/routes.ts`]: routesFile(names),
    [`${folder}/server/${entity}/${entity}.test.ts`]: testFile(names),
    [`${folder}/web/${entity}/${pascal}ListPage.tsx`]: pageFile(names),
  };
}

const contractFile = ({ module, title, pascal, camel }: Names) => `import {
  endpoint,
  idParams,
  keyword,
  listQuery,
  moment,
  pageOf,
  requiredText,
  sortable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";

export const ${pascal} = z.object({
  id: z.string(),
  name: z.string().meta({ label: "名称" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type ${pascal} = z.output<typeof ${pascal}>;

export const list${pascal}s = endpoint({
  method: "GET",
  path: "/${module}/v1/${camel}s",
  title: "${title}列表",
  permission: "${module}:${camel}:list",
  query: listQuery.extend({ keyword: keyword("名称", "名称"), ...sortable("createdAt", "name") }),
  answer: pageOf(${pascal}),
});

export const get${pascal} = endpoint({
  method: "GET",
  path: "/${module}/v1/${camel}s/{id}",
  title: "${title}详情",
  permission: "${module}:${camel}:list",
  record: "${camel}",
  params: idParams,
  answer: ${pascal},
});

const fields = { name: requiredText("名称", 60) };

export const create${pascal} = endpoint({
  method: "POST",
  path: "/${module}/v1/${camel}s",
  audit: "新增${title}",
  permission: "${module}:${camel}:create",
  body: z.object(fields),
  answer: ${pascal},
});

export const edit${pascal} = endpoint({
  method: "PUT",
  path: "/${module}/v1/${camel}s/{id}",
  audit: "编辑${title}",
  permission: "${module}:${camel}:edit",
  params: idParams,
  body: z.object({ ...fields, version }),
  answer: ${pascal},
});
`;

const migrationFile = ({ table }: Names) => `create table ${table} (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  deleted_at timestamptz,
  org_id uuid not null, -- the reader's data scope is applied wherever this exists
  name text not null
);
create index ${table}_newest_in_scope on ${table} (org_id, created_at desc, id desc) where deleted_at is null;
create index ${table}_name_chars on ${table} using gin (string_to_array(lower(name), null));
`;

const tablesFile = ({ title, pascal, camel }: Names) => `import { list${pascal}s } from "../../contract/index.ts";
import { table } from "../database.ts";

export const ${camel}s = table("${camel}", {
  entity: "${title}",
  scope: { organization: "orgId" },
  read: list${pascal}s.permission,
  softDelete: true,
  number: "name",
  labels: { name: "名称" },
});
`;

const serviceFile = ({
  pascal,
  camel,
}: Names) => `import { type BodyOf, commonErrors, type QueryOf } from "@ops/platform/contract";
import { changeRecord, contains, insertRecord, listPage, lockRecord, type Tx } from "@ops/platform/server";
import type * as contract from "../../contract/index.ts";
import { ${camel}s } from "./tables.ts";

export function list${pascal}s(tx: Tx, query: QueryOf<typeof contract.list${pascal}s>) {
  return listPage(tx, ${camel}s, query, { where: [contains("name", query.keyword)], orderBy: ["createdAt", "desc"] });
}

export function create${pascal}(tx: Tx, body: BodyOf<typeof contract.create${pascal}>) {
  const [orgId] = tx.actor.organizationIds;
  if (!orgId) throw commonErrors.forbidden(); // an administrator belongs to no organisation
  return insertRecord(tx, ${camel}s, { ...body, orgId });
}

export async function edit${pascal}(tx: Tx, id: string, { version, ...changes }: BodyOf<typeof contract.edit${pascal}>) {
  const ${camel} = await lockRecord(tx, ${camel}s, id, version);
  return changeRecord(tx, ${camel}s, ${camel}, changes);
}
`;

const routesFile = ({
  pascal,
  camel,
}: Names) => `import { type Route, reads, requireRecord, writes } from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { create${pascal}, edit${pascal}, list${pascal}s } from "./service.ts";
import { ${camel}s } from "./tables.ts";

export const ${camel}Routes: Route[] = [
  reads(contract.list${pascal}s, (tx, { query }) => list${pascal}s(tx, query)),
  reads(contract.get${pascal}, (tx, { params }) => requireRecord(tx, ${camel}s, params.id)),
  writes(contract.create${pascal}, (tx, { body }) => create${pascal}(tx, body)),
  writes(contract.edit${pascal}, (tx, { params, body }) => edit${pascal}(tx, params.id, body)),
];
`;

const testFile = ({ module, title, pascal, camel }: Names) => `import assert from "node:assert/strict";
import { test } from "node:test";
import { create${pascal}, edit${pascal}, list${pascal}s } from "../../contract/index.ts";
import { testApp } from "../testing.ts";

const app = testApp();
const permissions = ["list", "create", "edit"].map((action) => \`${module}:${camel}:\${action}\`);

test("${title} is made, found in its organisation, changed with a log entry, and hidden from others", async () => {
  const editor = await app.signIn({ permissions, scope: "ORG" });
  const stranger = await app.signIn({ permissions, scope: "ORG" });

  const { data } = await editor.call(create${pascal}, { body: { name: "甲" } });
  const change = { params: { id: data.id }, body: { name: "乙", version: data.version } };
  const changed = await editor.call(edit${pascal}, change);

  assert.partialDeepStrictEqual(changed.data, { name: "乙", version: 2 });
  assert.deepEqual(
    (await app.auditOf(data)).map(({ actionName }) => actionName),
    ["新增${title}", "编辑${title}"],
  );
  assert.equal((await editor.call(list${pascal}s, { query: { keyword: "乙" } })).data.total, 1);
  assert.equal((await stranger.call(list${pascal}s, {})).data.total, 0);
  assert.equal((await stranger.call(edit${pascal}, change)).msgCode, "COMMON_NOT_FOUND");
});
`;

const pageFile = ({
  module,
  title,
  pascal,
}: Names) => `import { create${pascal}, edit${pascal}, list${pascal}s, type ${pascal} } from "@ops/${module}/contract";
import { FormDialog, fieldsOf, ListPage, useDialog } from "@ops/platform/web";

const created = fieldsOf(create${pascal});
const edited = fieldsOf(edit${pascal});

${"export default"} function ${pascal}ListPage() {
  const creating = useDialog<true>();
  const editing = useDialog<${pascal}>();
  return (
    <ListPage
      title="${title}列表"
      endpoint={list${pascal}s}
      filters={["keyword"]}
      columns={[
        { show: "name", width: 240 },
        { show: "createdAt", width: 170 },
      ]}
      tools={[{ label: "新增${title}", needs: create${pascal}, primary: true, run: () => creating.open(true) }]}
      rowActions={[{ label: "编辑", needs: edit${pascal}, run: editing.open }]}
    >
      {creating.value && (
        <FormDialog title="新增${title}" endpoint={create${pascal}} done="新增成功！" refreshes={[list${pascal}s]} onClose={creating.close}>
          <created.TextField name="name" />
        </FormDialog>
      )}
      {editing.value && (
        <FormDialog
          title="编辑${title}"
          endpoint={edit${pascal}}
          params={{ id: editing.value.id }}
          record={editing.value}
          done="修改成功！"
          refreshes={[list${pascal}s]}
          onClose={editing.close}
        >
          <edited.TextField name="name" />
        </FormDialog>
      )}
    </ListPage>
  );
}
`;
