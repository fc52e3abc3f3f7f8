import { DictText, PlainTable, tableColumnsOf, useClosing, useEndpoint } from "@ops/platform/web";
import {
  listProjectTemplates,
  type ProjectTemplate,
  projectKinds,
  projectStages,
  TemplateCheck,
  TemplateNode,
  verificationKinds,
} from "@ops/store/contract";
import { Drawer, Tabs } from "antd";

/** 节点模板: the nodes and checks with which new projects of a kind begin. */
export function TemplatesDrawer({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const { data = [] } = useEndpoint(listProjectTemplates, {}, { silent: true });
  return (
    <Drawer title="节点模板" size={1080} {...drawer}>
      <Tabs
        items={data.map((template) => ({
          key: template.id,
          label: <TemplateName template={template} />,
          children: <Template template={template} />,
        }))}
      />
    </Drawer>
  );
}

function TemplateName({ template: { kind, storeType, ver } }: { readonly template: ProjectTemplate }) {
  return (
    <span>
      {projectKinds[kind]} · {storeType ? <DictText code="store_type" value={storeType} /> : "任意门店"} · 第{ver}版
    </span>
  );
}

function Template({ template: { nodes, checks } }: { readonly template: ProjectTemplate }) {
  return (
    <>
      <PlainTable<TemplateNode>
        rowKey="code"
        rows={nodes}
        columns={tableColumnsOf(TemplateNode, {
          code: 90,
          stage: { width: 70, as: ({ stage }) => projectStages[stage] },
          name: true,
          isMilestone: 80,
          durationDays: 90,
          offsetEnd: 100,
          weight: 70,
          predecessorCodes: { as: ({ predecessorCodes }) => predecessorCodes.join("、") || "-" },
          evidenceMin: 130,
        })}
      />
      <PlainTable<TemplateCheck>
        rowKey="code"
        rows={checks}
        empty="没有验收项"
        columns={tableColumnsOf(TemplateCheck, {
          kind: { width: 100, as: ({ kind }) => verificationKinds[kind] },
          code: 100,
          text: true,
          maxScore: 70,
          isVeto: 90,
        })}
      />
    </>
  );
}
