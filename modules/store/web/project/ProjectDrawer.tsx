import { GanttView, type OpenedRecord, RecordDrawer, recordOf, tabsOf } from "@ops/platform/web";
import { getProject, type ProjectDetail, projectRisks, projectStates } from "@ops/store/contract";
import { Alert, Tag } from "antd";
import { EvidenceGrid } from "./EvidenceGrid.tsx";
import { ganttRows } from "./gantt-rows.ts";
import { NodeTable } from "./NodeTable.tsx";
import { projectActions } from "./project-actions.tsx";
import { StageMarks, slipText } from "./project-columns.tsx";
import { projectTabs } from "./project-slots.ts";

/** 详情 of a project: facts, plan, nodes, evidence and what higher rooms add. */
const projectRecord = recordOf({
  endpoint: getProject,
  entity: "门店项目",
  title: ({ name }) => name,
  number: ({ projectNo }) => projectNo,
  machine: projectStates,
  tags: ({ risk }) =>
    risk === "NORMAL" ? null : <Tag color={risk === "WARN" ? "warning" : "error"}>{projectRisks[risk]}</Tag>,
  notice: ({ rebaselineOpenDate, managerUserId, state }) => (
    <>
      {rebaselineOpenDate && (
        <Alert
          className="form-alert"
          type="info"
          showIcon
          title={`基线调整审批中：新的开业日期${rebaselineOpenDate}`}
        />
      )}
      {managerUserId === null && state === "DRAFT" && (
        <Alert className="form-alert" type="warning" showIcon title="没有匹配的项目经理，请编辑项目指定" />
      )}
    </>
  ),
  actions: projectActions,
  approvals: true,
  overview: {
    title: "概览",
    top: (project) => <StageMarks project={project} />,
    fields: [
      "kind",
      "storeName",
      "orgName",
      "storeType",
      "operateMode",
      "cityName",
      "managerUserName",
      "managerReason",
      "planStart",
      "planOpenDate",
      "baselineOpenDate",
      "forecastOpenDate",
      "actualOpenDate",
      { show: "slip", as: ({ slip }) => slipText(slip) },
      { show: "progress", as: ({ progress, plannedProgress }) => `${progress}%（计划${plannedProgress}%）` },
      "baselineVer",
      "templateVer",
      "budgetFen",
      "costFen",
      { show: "stateReason", when: ({ stateReason }) => stateReason !== null, full: true },
    ],
  },
  width: 1120,
});

const ownTabs = [
  {
    key: "gantt",
    title: "计划",
    content: ({ nodes }: ProjectDetail) => <GanttView label="项目计划" rows={ganttRows(nodes)} />,
  },
  { key: "nodes", title: "节点", content: (project: ProjectDetail) => <NodeTable project={project} /> },
  { key: "evidence", title: "附件", content: (project: ProjectDetail) => <EvidenceGrid project={project} /> },
];

export function ProjectDrawer(opened: OpenedRecord) {
  return <RecordDrawer of={{ ...projectRecord, tabs: [...ownTabs, ...tabsOf(projectTabs)] }} {...opened} />;
}
