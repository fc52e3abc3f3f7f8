import type { Names } from "./names.ts";

export const migrationFile = ({ table, hasStates }: Names) => `create table ${table} (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  org_id uuid not null, -- the reader's data scope is applied by it
  name text not null,
  remark text${
    hasStates
      ? ",\n  state text not null default 'OPEN' check (state in ('OPEN', 'CLOSED')),\n  state_reason text\n);"
      : "\n);"
  }
create index ${table}_newest_in_scope on ${table} (org_id, created_at desc, id desc);
create index ${table}_name_chars on ${table} using gin (string_to_array(lower(name), null));
`;

export const tablesFile = ({
  pascal,
  camel,
}: Names) => `import { ${camel}Frame, ${pascal}Shape } from "../../contract/index.ts";
import { tableOf } from "../database.ts";

export const ${camel}s = tableOf(${pascal}Shape, {
  scope: { organization: "orgId" },
  read: ${camel}Frame.view,
  number: "name",
});
`;

export const serviceFile = ({ pascal, camel, hasStates }: Names) => `import {${hasStates ? "\n  acting," : ""}
  changeRecord,
  contains,
  get,
  homeOf,
  insertRecord,
  list,${hasStates ? "" : "\n  lockRecord,"}
  presenterOf,
  presentOne,
  writes,
} from "@ops/platform/server";
import * as contract from "../../contract/index.ts";
import { ${camel}s } from "./tables.ts";

const present = presenterOf(${camel}s, contract.${pascal});
const present${pascal} = presentOne(present);

export const list${pascal}s = list(contract.list${pascal}s, ${camel}s, {
  where: { keyword: (word) => contains("name", word) },
  orderBy: ["createdAt", "desc"],
  present,
  sheet: contract.${camel}Sheet,
});

export const get${pascal} = get(contract.get${pascal}, ${camel}s, present${pascal});

export const create${pascal} = writes(contract.create${pascal}, async (tx, { body }) => {
  return present${pascal}(tx, await insertRecord(tx, ${camel}s, { ...body, orgId: homeOf(tx, body.orgId) }));
});

export const edit${pascal} = writes(contract.edit${pascal}, async (tx, { params, body }) => {
  const { version, ...changes } = body;
  const ${camel} = await ${
    hasStates
      ? `${camel}Acting.lock(tx, params.id, version, "edit")`
      : `lockRecord(tx, ${camel}s, params.id, version, present${pascal})`
  };
  return present${pascal}(tx, await changeRecord(tx, ${camel}s, ${camel}, changes));
});
${
  hasStates
    ? `\nexport const ${camel}Acting = acting(contract.${camel}Acts, ${camel}s, { present, reasonIn: "stateReason", on: {} });\n`
    : ""
}`;

export const demoFile = ({
  entity,
  title,
  pascal,
  camel,
}: Names) => `import { findOrganizations } from "@ops/authority/server";
import { insertRecord, type Tx } from "@ops/platform/server";
import { ${camel}s } from "../${entity}/tables.ts";

/** One for each region. */
export async function load${pascal}Demo(tx: Tx): Promise<void> {
  for (const { id, name } of await findOrganizations(tx, "REGION"))
    await insertRecord(tx, ${camel}s, { orgId: id, name: \`\${name}${title}\` });
}
`;
