import { editNumberRule, listNumberRules, type NumberRuleLine } from "@ops/platform/contract";
import { Button, Table, type TableColumnType } from "antd";
import { useEndpoint } from "../call/use-query.ts";
import { type Dialog, useDialog } from "../dialog/use-dialog.ts";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";
import { NotLoaded } from "../list/list-states.tsx";

const { TextField, NumberField } = fieldsOf(editNumberRule);

const columnsOf = (editing: Dialog<NumberRuleLine>): TableColumnType<NumberRuleLine>[] => [
  { title: "业务", dataIndex: "name", width: 200 },
  { title: "编码", dataIndex: "kind", width: 180, className: "settings-key" },
  { title: "前缀", dataIndex: "prefix", width: 90 },
  { title: "今日首个单号", dataIndex: "sample" },
  { title: "今日已预留至", dataIndex: "reservedTo", render: (_value, { reservedTo }) => reservedTo ?? "今日未取号" },
  {
    title: "操作",
    key: "actions",
    width: 80,
    render: (_value, rule) => (
      <Button type="link" size="small" className="settings-edit" onClick={() => editing.open(rule)}>
        修改
      </Button>
    ),
  },
];

/** 单号规则: modules declare them; here is how each looks and how far it is reserved. */
export function NumberSettings() {
  const editing = useDialog<NumberRuleLine>();
  const answer = useEndpoint(listNumberRules, {}, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <div className="settings-list">
      <p className="settings-hint">
        单号 = 前缀 + 年月日 + 流水，流水每日从 1
        开始；公司、员工等长期编号不含日期，流水一直递增。位数不够时自动增加，修改只影响以后的单号。每台服务器一次预留
        20 个号再逐个使用：预留不等于已使用，没有用完的成为空号，单号不会重复。
      </p>
      <Table<NumberRuleLine>
        rowKey="kind"
        size="small"
        className="tabular"
        loading={answer.isPending}
        dataSource={answer.data ?? []}
        columns={columnsOf(editing)}
        pagination={false}
      />
      {editing.value && <EditNumberRuleDialog rule={editing.value} onClose={editing.close} />}
    </div>
  );
}

function EditNumberRuleDialog({ rule, onClose }: { readonly rule: NumberRuleLine; readonly onClose: () => void }) {
  const { kind, name, prefix, seqLength, version } = rule;
  return (
    <FormDialog
      kind="modal"
      title={`修改单号规则 · ${name}`}
      endpoint={editNumberRule}
      params={{ kind }}
      record={{ prefix, seqLength, version }}
      done="修改成功！"
      onClose={onClose}
    >
      <TextField name="prefix" hint="2–4位大写字母，其他业务用过的前缀不能再用" />
      <NumberField name="seqLength" min={4} max={9} />
    </FormDialog>
  );
}
