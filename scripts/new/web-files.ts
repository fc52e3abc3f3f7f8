import type { Names } from "./names.ts";

export const pageFile = ({
  module,
  entity,
  title,
  pascal,
  camel,
}: Names) => `import { create${pascal}, ${camel}Sheet, list${pascal}s } from "@ops/${module}/contract";
import { columnsOf, ListPage, RecordDrawer, useDialog, useOpened } from "@ops/platform/web";
import { ${camel}Actions, ${camel}Record, ${pascal}Form } from "./${entity}-record.tsx";

${"export default"} function ${pascal}ListPage() {
  const creating = useDialog<true>();
  const { open, drawer } = useOpened();
  return (
    <ListPage
      title="${title}列表"
      endpoint={list${pascal}s}
      columns={columnsOf(list${pascal}s)}
      tools={[{ label: "新增${title}", needs: create${pascal}, primary: true, run: () => creating.open(true) }]}
      exports={${camel}Sheet}
      rowActions={[{ label: "详情", run: ({ id }) => open(id) }, ...${camel}Actions]}
    >
      {creating.value && <${pascal}Form record={null} onClose={creating.close} />}
      {drawer && <RecordDrawer of={${camel}Record} {...drawer} />}
    </ListPage>
  );
}
`;

export const recordFile = (names: Names) => `import {
  create${names.pascal},
  edit${names.pascal},
  get${names.pascal},
  type ${names.pascal},${names.hasStates ? `\n  ${names.camel}Acts,\n  ${names.camel}States,` : ""}
} from "@ops/${names.module}/contract";
import { ${names.hasStates ? "actionsOf" : "type PageAction"}, RecordForm, recordOf } from "@ops/platform/web";

interface Props {
  /** The one to edit, or null for a new one. */
  readonly record: ${names.pascal} | null;
  readonly onClose: () => void;
}

/** One form for making and changing. */
export function ${names.pascal}Form({ record, onClose }: Props) {
  return (
    <RecordForm
      entity="${names.title}"
      create={create${names.pascal}}
      edit={edit${names.pascal}}
      record={record}
      name={record?.name}
      special={{ orgId: "不选时为您所在的组织" }}
      onClose={onClose}
    />
  );
}

/** What can be done with it, in the table and in its drawer. */
${actionsOf(names)}
/** One at the side: what it says, what was done to it last, and its log. */
export const ${names.camel}Record = recordOf({
  endpoint: get${names.pascal},
  entity: "${names.title}",
  title: ({ name }) => name,${names.hasStates ? `\n  machine: ${names.camel}States,` : ""}
  actions: ${names.camel}Actions,
  overview: { title: "基本信息" },
});
`;

function actionsOf({ pascal, camel, hasStates }: Names): string {
  const ask = `ask: (record, onClose) => <${pascal}Form record={record} onClose={onClose} />`;
  if (!hasStates)
    return `export const ${camel}Actions: readonly PageAction<${pascal}>[] = [
  { label: "编辑", needs: edit${pascal}, ${ask} },
];
`;
  return `export const ${camel}Actions = actionsOf(${camel}Acts, {}, [
  { move: "edit", needs: edit${pascal}, ${ask} },
]);
`;
}
