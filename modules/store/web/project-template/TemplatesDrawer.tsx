import {
  DictText,
  PlainTable,
  partsOf,
  tableColumnsOf,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  listProjectTemplates,
  type ProjectTemplate,
  projectKinds,
  saveProjectTemplate,
  TemplateCheck,
  type TemplateNode,
  verificationKinds,
} from "@ops/store/contract";
import { Button, Drawer, Empty, Space, Tabs } from "antd";
import { useState } from "react";
import { nodeColumns } from "./NodesInput.tsx";
import { checkSums, weightSum } from "./template-draft.ts";

const TemplateDialog = partsOf(() => import("./TemplateDialog.tsx")).overlay("TemplateDialog");

/** 节点模板: the nodes and checks with which new projects of a kind begin. */
export function TemplatesDrawer({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const asking = useDialog<"edit" | "new">();
  const [key, setKey] = useState<string>();
  const { data = [], isPending } = useEndpoint(listProjectTemplates, {}, { silent: true });
  const shown = data.find((template) => keyOf(template) === key) ?? data[0];
  const tools = may(saveProjectTemplate) && (
    <Space>
      <Button onClick={() => asking.open("new")}>新增模板</Button>
      {shown && (
        <Button type="primary" onClick={() => asking.open("edit")}>
          编辑模板
        </Button>
      )}
    </Space>
  );
  return (
    <Drawer title="节点模板" size={1120} extra={tools} loading={isPending} {...drawer}>
      {data.length === 0 && <Empty description="还没有节点模板" />}
      <Tabs
        {...(shown ? { activeKey: keyOf(shown) } : {})}
        onChange={setKey}
        items={data.map((template) => ({
          key: keyOf(template),
          label: <TemplateName template={template} />,
          children: <Template template={template} />,
        }))}
      />
      {asking.value && <TemplateDialog from={shown} isNew={asking.value === "new"} onClose={asking.close} />}
    </Drawer>
  );
}

/** The same for all versions, so that the tab stays when the next one is saved. */
const keyOf = ({ kind, storeType }: ProjectTemplate) => `${kind}:${storeType ?? ""}`;

function TemplateName({ template: { kind, storeType, ver } }: { readonly template: ProjectTemplate }) {
  return (
    <span>
      {projectKinds[kind]} · {storeType ? <DictText code="store_type" value={storeType} /> : "任意门店"} · 第{ver}版
    </span>
  );
}

function Template({ template: { nodes, checks } }: { readonly template: ProjectTemplate }) {
  return (
    <div className="template-tables">
      <PlainTable<TemplateNode>
        rowKey="code"
        rows={nodes}
        columns={nodeColumns}
        footer={() => `共${nodes.length}个节点，权重合计${weightSum(nodes)}`}
      />
      <PlainTable<TemplateCheck>
        rowKey={({ kind, code }) => `${kind}${code}`}
        rows={checks}
        empty="没有验收项"
        footer={() => checkSums(checks).join(" · ")}
        columns={tableColumnsOf(TemplateCheck, {
          kind: { width: 100, as: ({ kind }) => verificationKinds[kind] },
          code: 100,
          text: true,
          maxScore: 70,
          isVeto: 90,
        })}
      />
    </div>
  );
}
