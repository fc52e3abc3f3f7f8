import type { Permission } from "@ops/authority/contract";
import { confirm, feedback } from "@ops/platform/web";
import { Checkbox, Table, Tooltip } from "antd";
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
      <Table
        rowKey="code"
        size="small"
        pagination={false}
        scroll={{ y: 440 }}
        virtual={permissions.length > 100}
        dataSource={[...permissions]}
        locale={{ emptyText: "该页面没有权限点，勾选页面即可访问" }}
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
          {
            title: "权限点",
            key: "name",
            width: 260,
            render: (_value, { name, code }) => (
              <>
                <div>{name}</div>
                <code className="role-code">{code}</code>
              </>
            ),
          },
          { title: "风险", key: "risk", width: 70, render: (_value, { risk }) => <RiskTag risk={risk} /> },
          {
            title: "依赖",
            key: "requires",
            render: (_value, { requires }) => requires.map(catalogue.codeName).join("、") || "-",
          },
          {
            title: "最近使用",
            key: "lastUsed",
            width: 110,
            render: (_value, { code }) => (held(code) ? lastUsed(code) : "-"),
          },
          {
            title: "接口",
            key: "interfaces",
            width: 70,
            align: "right",
            render: (_value, { interfaces }) => (
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
        ]}
      />
    </section>
  );
}

/** Ticks with the closure and says so; unticking what others need asks first (AU-R30). */
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
