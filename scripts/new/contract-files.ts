import type { Names } from "./names.ts";

export const shapeFile = ({ module, entity, title, pascal, camel, hasStates, page }: Names) =>
  `import { EnabledOrganizationRef } from "@ops/authority/contract";
import { boundedText, createdAt, ref, requiredText, shape } from "@ops/platform/contract";
import type { z } from "zod";
${hasStates ? `import { ${camel}States } from "./states.ts";\n` : ""}
export const ${pascal}Shape = shape("${camel}", "${title}", {
  name: requiredText("名称", 60),
  remark: boundedText("备注", 200).nullable().default(null),
  orgId: ref(EnabledOrganizationRef, "所属组织"),${
    hasStates ? `\n  state: ${camel}States.schema,\n  stateReason: boundedText("原因", 200).nullable(),` : ""
  }
});

export const ${pascal} = ${pascal}Shape.answer({ ...${pascal}Shape.names("orgId"), createdAt });
export type ${pascal} = z.output<typeof ${pascal}>;

/** What all its calls have in common. */
export const ${camel}Frame = {
  path: "/${module}/v1/${entity}s",${page ? `\n  page: "${page}",` : ""}
  answer: ${pascal},
  view: "${module}:${camel}:list",
  edit: "${module}:${camel}:edit",
} as const;
`;

export const statesFile = ({ module, title, camel }: Names) => `import { stateMachine } from "@ops/platform/contract";

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

export const actsFile = ({ title, pascal, camel }: Names) => `import { actsOf } from "@ops/platform/contract";
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

export const callsFile = ({
  module,
  entity,
  title,
  pascal,
  camel,
  hasStates,
}: Names) => `import { callsOf, keyword, sheet } from "@ops/platform/contract";
import { ${camel}Frame, ${pascal}Shape } from "./shape.ts";

const calls = callsOf(${pascal}Shape, ${camel}Frame);
const written = ${pascal}Shape.pick("name", "remark");

export const list${pascal}s = calls.list(
  ${pascal}Shape.query({
    is: [${hasStates ? '"state", ' : ""}"orgId"],
    within: ["createdAt"],
    sort: ["createdAt", "name"],
    more: { keyword: keyword("名称", "名称") },
  }),
);
export const get${pascal} = calls.get();
/** It belongs to the organisation of whoever makes it, unless another is chosen. */
export const create${pascal} = calls.create({ ...written, ...${pascal}Shape.optional("orgId") });
export const edit${pascal} = calls.edit(written);

export const ${camel}Sheet = sheet({
  key: "${module}.${camel}",
  name: "${title}",
  list: list${pascal}s,
  path: "/${module}/v1/${entity}s/export",
  permission: "${module}:${camel}:export",
});
`;
