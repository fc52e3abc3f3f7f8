import { editParam, listParams, Param } from "@ops/platform/contract";
import { Input, Skeleton } from "antd";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { FormDialog, fieldsOf } from "../form/lazy-forms.tsx";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { actionColumns } from "../list/column/plain-columns.tsx";
import { NotLoaded } from "../list/list-states.tsx";
import { PlainTable } from "../list/PlainTable.tsx";
import { useMay } from "../session/use-session.ts";

const { TextField } = fieldsOf(editParam);

/** 参数: numbers and words that act at once on all servers, by group. */
export function ParamSettings() {
  const [keyword, setKeyword] = useState("");
  const may = useMay();
  const editing = useDialog<Param>();
  const answer = useEndpoint(listParams, {}, { silent: true });
  const found = (answer.data ?? []).filter((param) => isFound(param, keyword));
  const groups = Map.groupBy(found, ({ group }) => group);

  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  return (
    <div className="settings-params">
      <Input
        allowClear
        placeholder="参数名称 / 编码"
        aria-label="搜索参数"
        value={keyword}
        onChange={({ target }) => setKeyword(target.value)}
      />
      {found.length === 0 && <p className="settings-hint">没有符合的参数</p>}
      {[...groups].map(([group, params]) => (
        <section key={group} aria-label={group}>
          <h2>{group}</h2>
          <PlainTable<Param>
            rowKey="key"
            rows={params}
            columns={[...columns, ...actionColumns([{ label: "修改", needs: editParam, run: editing.open }], may)]}
          />
        </section>
      ))}
      {editing.value && <EditParamDialog param={editing.value} onClose={editing.close} />}
    </div>
  );
}

function isFound({ key, description }: Param, keyword: string): boolean {
  const typed = keyword.trim().toLowerCase();
  return key.toLowerCase().includes(typed) || description.toLowerCase().includes(typed);
}

const columns = tableColumnsOf(Param, {
  description: { wraps: true },
  key: { width: 210, as: ({ key }) => <span className="settings-key">{key}</span> },
  value: { width: 140, as: ({ value, initial }) => (value === initial ? value || "-" : <b>{value || "-"}</b>) },
  initial: 120,
});

/** Labelled with its description, as the server names it in a refusal. */
function EditParamDialog({ param, onClose }: { readonly param: Param; readonly onClose: () => void }) {
  const { key, description, rule, initial, value, version } = param;
  const hint = [rule, `默认值：${initial || "空"}`].filter(Boolean).join("；");
  return (
    <FormDialog
      kind="modal"
      title="修改参数"
      endpoint={editParam}
      params={{ key }}
      record={{ value, version }}
      done="修改成功！"
      onClose={onClose}
    >
      <TextField name="value" label={description} hint={hint} />
    </FormDialog>
  );
}
