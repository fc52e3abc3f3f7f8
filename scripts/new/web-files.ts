import type { Names } from "./names.ts";

export const pageFile = ({
  module,
  entity,
  title,
  pascal,
  camel,
}: Names) => `import { create${pascal}, list${pascal}s } from "@ops/${module}/contract";
import { ListPage, RecordDrawer, useDialog } from "@ops/platform/web";
import { ${camel}Actions, ${camel}Record } from "./${entity}-record.tsx";
import { ${pascal}Form } from "./${pascal}Form.tsx";

${"export default"} function ${pascal}ListPage() {
  const creating = useDialog<true>();
  const opened = useDialog<string>();
  return (
    <ListPage
      title="${title}列表"
      endpoint={list${pascal}s}
      filters={["keyword", "state", "createdAt"]}
      columns={[
        { show: "name", width: 240 },
        { show: "state", width: 100 },
        { show: "remark", width: 240 },
        { show: "createdAt", width: 170 },
      ]}
      tools={[{ label: "新增${title}", needs: create${pascal}, primary: true, run: () => creating.open(true) }]}
      rowActions={[{ label: "详情", run: ({ id }) => opened.open(id) }, ...${camel}Actions]}
    >
      {creating.value && <${pascal}Form record={null} onClose={creating.close} />}
      {opened.value && <RecordDrawer of={${camel}Record} id={opened.value} onClose={opened.close} />}
    </ListPage>
  );
}
`;

export const formFile = ({
  module,
  title,
  pascal,
}: Names) => `import { create${pascal}, edit${pascal}, type ${pascal} } from "@ops/${module}/contract";
import { FormDialog, fieldsOf } from "@ops/platform/web";

const { TextField, TextAreaField } = fieldsOf(create${pascal});
const fields = [<TextField key="name" name="name" />, <TextAreaField key="remark" name="remark" />];

interface Props {
  /** The one to edit, or null for a new one. */
  readonly record: ${pascal} | null;
  readonly onClose: () => void;
}

/** One form for making and changing. */
export function ${pascal}Form({ record, onClose }: Props) {
  if (!record) {
    return (
      <FormDialog title="新增${title}" endpoint={create${pascal}} done="新增成功！" onClose={onClose}>
        {fields}
      </FormDialog>
    );
  }
  return (
    <FormDialog
      title={\`编辑${title} · \${record.name}\`}
      endpoint={edit${pascal}}
      params={{ id: record.id }}
      record={record}
      done="修改成功！"
      onClose={onClose}
    >
      {fields}
    </FormDialog>
  );
}
`;

export const recordFile = ({
  module,
  title,
  pascal,
  camel,
}: Names) => `import { edit${pascal}, get${pascal}, ${camel}Acts, ${camel}States } from "@ops/${module}/contract";
import { actionsOf, recordOf } from "@ops/platform/web";
import { ${pascal}Form } from "./${pascal}Form.tsx";

/** What can be done with it, in the table and in its drawer. */
export const ${camel}Actions = actionsOf(${camel}Acts, {}, [
  { move: "edit", needs: edit${pascal}, ask: (record, onClose) => <${pascal}Form record={record} onClose={onClose} /> },
]);

/** One at the side: what it says, and its log. */
export const ${camel}Record = recordOf({
  endpoint: get${pascal},
  entity: "${title}",
  title: ({ name }) => name,
  machine: ${camel}States,
  actions: ${camel}Actions,
  tabs: [{ title: "基本信息", fields: ["name", "remark", "stateReason", "createdAt"] }],
});
`;
