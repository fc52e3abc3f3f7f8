import { Permission } from "@ops/authority/contract";
import { confirm, feedback, PlainTable, tableColumnsOf } from "@ops/platform/web";
import { Checkbox, Tooltip } from "antd";
import { RiskTag } from "../RiskTag.tsx";
import type { TabProps } from "../tab-props.ts";
import { dependantsOf, withCodes, withoutCodes } from "./ticks.ts";

interface Props extends TabProps {
  readonly title: string;
  readonly permissions: readonly Permission[];
  readonly lastUsed: (code: string) => string;
}

export function PermissionTable(props: Props) {
  const { title, permissions, draft, catalogue, readOnly, lastUsed } = props;
  const held = (code: string) => draft.permissionCodes.includes(code);
  const ticked = permissions.filter(({ code }) => held(code)).length;
  const toggle = useToggle(props);

  return (
    <section className="role-permissions-codes" aria-label={title}>
      <h3 className="role-codes-title">
        {title}
        <span className="role-hint">
          已选 {ticked} / {permissions.length}
        </span>
      </h3>
      <PlainTable
        rowKey="code"
        scroll={{ y: 440 }}
        virtual={permissions.length > 100}
        rows={permissions}
        empty="该页面没有权限点，勾选页面即可访问"
        columns={[
          {
            key: "tick",
            width: 40,
            render: (_value, { code, name }) => (
              <Checkbox
                aria-label={name}
                checked={held(code)}
                disabled={readOnly}
                onChange={({ target }) => void toggle(code, target.checked)}
              />
            ),
          },
          ...tableColumnsOf(Permission, {
            name: {
              title: "权限点",
              width: 260,
              wraps: true,
              as: ({ name, code }) => (
                <>
                  <div>{name}</div>
                  <code className="role-code">{code}</code>
                </>
              ),
            },
            risk: { width: 70, as: ({ risk }) => <RiskTag risk={risk} /> },
            requires: {
              width: 0,
              wraps: true,
              as: ({ requires }) => requires.map(catalogue.codeName).join("、") || "-",
            },
            code: { title: "最近使用", width: 110, as: ({ code }) => (held(code) ? lastUsed(code) : "-") },
            interfaces: {
              width: 70,
              align: "right",
              as: ({ interfaces }) => (
                <Tooltip
                  title={interfaces.map(({ method, path, name }) => (
                    <div key={`${method} ${path}`}>
                      {method} {path} {name}
                    </div>
                  ))}
                  styles={{ root: { maxWidth: 520 } }}
                >
                  <span className="role-count">{interfaces.length}</span>
                </Tooltip>
              ),
            },
          }),
        ]}
      />
    </section>
  );
}

/** Ticking a code also ticks the codes it needs and says so. Unticking a code that others need asks first (AU-R30). */
function useToggle({ draft, catalogue: { permissions, codeName }, onChange }: Props) {
  return async (code: string, isTicked: boolean) => {
    if (isTicked) {
      const next = withCodes(draft, [code], permissions);
      const added = next.permissionCodes.filter((one) => one !== code && !draft.permissionCodes.includes(one));
      if (added.length > 0) feedback.message.info(`已自动勾选依赖：${added.map(codeName).join("、")}`);
      return onChange(next);
    }
    const names = dependantsOf(draft, [code], permissions)
      .map(({ name }) => name)
      .join("、");
    const question = { title: `其他权限点依赖「${codeName(code)}」`, content: `将一并取消：${names}` };
    if (names && !(await confirm(question))) return;
    onChange(withoutCodes(draft, [code], permissions));
  };
}
