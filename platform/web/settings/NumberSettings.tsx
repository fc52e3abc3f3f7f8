import { editNumberRule, listNumberRules, NumberRuleLine } from "@ops/platform/contract";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { actionColumns } from "../list/column/plain-columns.tsx";
import { NotLoaded } from "../list/list-states.tsx";
import { PlainTable } from "../list/PlainTable.tsx";
import { useMay } from "../session/use-session.ts";

const { TextField, NumberField } = fieldsOf(editNumberRule);

const columns = tableColumnsOf(NumberRuleLine, {
  name: { width: 200, wraps: true },
  kind: { width: 180, as: ({ kind }) => <span className="settings-key">{kind}</span> },
  prefix: 90,
  sample: true,
  reservedTo: ({ reservedTo }) => reservedTo ?? "今日未取号",
});

/** 单号规则: the rules that modules declare, with their format and the last reserved number. */
export function NumberSettings() {
  const may = useMay();
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
      <PlainTable<NumberRuleLine>
        rowKey="kind"
        of={answer}
        rows={answer.data}
        columns={[...columns, ...actionColumns([{ label: "修改", needs: editNumberRule, run: editing.open }], may)]}
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
