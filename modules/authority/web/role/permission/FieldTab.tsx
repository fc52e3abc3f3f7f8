import { RuledFieldLine } from "@ops/authority/contract";
import { type FieldMode, fieldModeNames, fieldModes } from "@ops/platform/contract";
import { NotLoaded, PlainTable, tableColumnsOf } from "@ops/platform/web";
import { Radio, Skeleton } from "antd";
import type { TabProps } from "../tab-props.ts";

const hints: Readonly<Record<FieldMode, string>> = {
  EDIT: "默认，与未设置相同",
  READ: "可见，不能修改",
  MASK: "只显示部分内容",
  HIDE: "不返回内容",
};
/** The modes from the widest to the narrowest. */
const offered: readonly FieldMode[] = [...fieldModes].reverse();

/** Sets for each field what holders of the role may see and change (AU-R20). */
export function FieldTab({ catalogue, draft, readOnly, onChange }: TabProps) {
  if (catalogue.failure) return <NotLoaded reason={catalogue.failure} onRetry={catalogue.retry} />;
  if (catalogue.loading) return <Skeleton active paragraph={{ rows: 8 }} />;

  const set = (field: string, mode: FieldMode) => {
    const { [field]: _before, ...others } = draft.fieldRules;
    onChange({ ...draft, fieldRules: mode === "EDIT" ? others : { ...others, [field]: mode } });
  };
  const resources = [...Map.groupBy(catalogue.fields, ({ resource }) => resource)];
  return (
    <div className="role-fields">
      <p className="role-hint">
        持有多个角色的人员以最宽的设置为准；未授予「查看」权限点的角色不参与计算。可编辑为默认，不作限制
      </p>
      {resources.map(([resource, fields]) => (
        <section key={resource} aria-label={fields[0]?.resourceName}>
          <h3 className="role-codes-title">
            {fields[0]?.resourceName}
            <span className="role-hint">{grantHint(fields[0], draft.permissionCodes, catalogue.codeName)}</span>
          </h3>
          <PlainTable<RuledFieldLine>
            rowKey="key"
            rows={fields}
            columns={[
              ...tableColumnsOf(RuledFieldLine, { label: 200 }),
              {
                title: "权限",
                key: "mode",
                render: (_value, { key, label }) => (
                  <Radio.Group
                    aria-label={`${label}的权限`}
                    disabled={readOnly}
                    value={draft.fieldRules[key] ?? "EDIT"}
                    options={offered.map((mode) => ({
                      value: mode,
                      label: fieldModeNames[mode],
                      title: hints[mode],
                    }))}
                    onChange={({ target }) => set(key, offered.find((mode) => mode === target.value) ?? "EDIT")}
                  />
                ),
              },
            ]}
          />
        </section>
      ))}
    </div>
  );
}

function grantHint(field: RuledFieldLine | undefined, held: readonly string[], codeName: (code: string) => string) {
  if (!field || held.includes(field.read)) return null;
  return `该角色没有「${codeName(field.read)}」权限点，以下设置暂不生效`;
}
