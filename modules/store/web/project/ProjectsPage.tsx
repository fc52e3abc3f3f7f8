import { goTo, ListPage, type OpenedRecord, PageTabs, partsOf, useDialog, useOpened } from "@ops/platform/web";
import {
  createProject,
  getProject,
  listProjectManagers,
  listProjects,
  listProjectTemplates,
  listTrainStandards,
  ProjectFormPage,
  ProjectManagersPage,
  TrainStandardsPage,
} from "@ops/store/contract";
import { projectActions } from "./project-actions.tsx";
import { projectColumns, stageColumns } from "./project-columns.tsx";
import "./project.css";

const ProjectCharts = partsOf(() => import("./ProjectCharts.tsx")).standing("ProjectCharts");
const ProjectDrawer = partsOf(() => import("./ProjectDrawer.tsx")).overlay("ProjectDrawer");
const TemplatesDrawer = partsOf(() => import("../project-template/TemplatesDrawer.tsx")).overlay("TemplatesDrawer");

/** 门店项目 (5.5): figures, the list of projects, and the same by stages. */
export default function ProjectsPage() {
  const opened = useOpened("project");
  const list = { key: "list", title: "项目台账", content: () => <Projects opened={opened} /> };
  const stages = { key: "stages", title: "项目进度", content: () => <Projects opened={opened} isByStage /> };
  return (
    <div className="project-page">
      <ProjectCharts />
      <PageTabs title="门店项目" tabs={[list, stages]} />
    </div>
  );
}

interface Props {
  readonly opened: { readonly open: (id: string) => void; readonly drawer: OpenedRecord | null };
  readonly isByStage?: boolean;
}

function Projects({ opened: { open, drawer }, isByStage = false }: Props) {
  const templates = useDialog<true>();
  return (
    <ListPage
      title={isByStage ? "项目进度" : "项目台账"}
      memory={isByStage ? "stages" : "list"}
      endpoint={listProjects}
      filters={[
        "keyword",
        "orgId",
        "kind",
        "state",
        "stage",
        "reached",
        "risk",
        "managerUserId",
        "operateMode",
        "planOpenDate",
        "forecastOpenDate",
        "isOpen",
      ]}
      columns={isByStage ? stageColumns(open) : projectColumns(open)}
      tools={[
        {
          label: "新增项目",
          needs: createProject,
          primary: true,
          run: () => goTo(ProjectFormPage.addressOf({ mode: "create" })),
        },
        {
          label: "项目经理设置",
          needs: listProjectManagers,
          run: () => goTo(ProjectManagersPage.addressOf({ mode: "edit" })),
        },
        {
          label: "培训标准设置",
          needs: listTrainStandards,
          run: () => goTo(TrainStandardsPage.addressOf({ mode: "edit" })),
        },
        { label: "节点模板", needs: listProjectTemplates, run: () => templates.open(true) },
      ]}
      rowActions={[{ label: "详情", needs: getProject, run: ({ id }) => open(id) }, ...projectActions]}
      open={({ id }) => open(id)}
      empty="暂无数据，点击「新增项目」"
    >
      {drawer && <ProjectDrawer {...drawer} />}
      {templates.value && <TemplatesDrawer onClose={templates.close} />}
    </ListPage>
  );
}
