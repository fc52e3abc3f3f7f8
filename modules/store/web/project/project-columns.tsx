import { columnsOf, DotText, type Tone } from "@ops/platform/web";
import {
  listProjects,
  type Project,
  type ProjectRisk,
  projectRisks,
  projectStages,
  stageStandings,
} from "@ops/store/contract";
import { Tooltip } from "antd";
import "./project.css";

export const riskTones: Readonly<Record<ProjectRisk, Tone>> = {
  NORMAL: "good",
  WARN: "warn",
  LATE: "bad",
  SEVERE: "bad",
};

export const slipText = (slip: number | null) => (slip === null ? "-" : slip > 0 ? `+${slip}天` : `${slip}天`);

/** Progress with the mark of what the baseline expects today. */
export function ProgressBar({ project: { progress, plannedProgress } }: { readonly project: Project }) {
  return (
    <Tooltip title={`计划进度${plannedProgress}%`}>
      <span className="project-progress">
        <span className="project-bar">
          <b style={{ inlineSize: `${progress}%` }} />
          <i style={{ insetInlineStart: `${plannedProgress}%` }} />
        </span>
        {`${progress}%`}
      </span>
    </Tooltip>
  );
}

/** How each stage stands, one mark after the other. */
export function StageMarks({ project: { stages } }: { readonly project: Project }) {
  const shown = stages.filter(({ standing }) => standing !== "NONE");
  return (
    <ol className="project-stages">
      {shown.map(({ stage, standing }) => (
        <li key={stage} data-standing={standing} title={`${projectStages[stage]}：${stageStandings[standing]}`}>
          {projectStages[stage]}
        </li>
      ))}
    </ol>
  );
}

const nameColumn = (open: (id: string) => void) => ({ width: 180, opens: ({ id }: Project) => open(id) });

/** The columns of 项目台账. */
export const projectColumns = (open: (id: string) => void) =>
  columnsOf(listProjects, {
    projectNo: 110,
    name: nameColumn(open),
    kind: true,
    storeType: true,
    cityName: 90,
    managerUserName: 90,
    planOpenDate: true,
    forecastOpenDate: true,
    actualOpenDate: true,
    slip: { width: 100, as: ({ slip }: Project) => slipText(slip) },
    stage: true,
    progress: { width: 150, as: (project: Project) => <ProgressBar project={project} /> },
    risk: { width: 100, as: ({ risk }: Project) => <DotText tone={riskTones[risk]} text={projectRisks[risk]} /> },
    state: true,
  });

/** The columns of 项目进度: projects by stages. */
export const stageColumns = (open: (id: string) => void) =>
  columnsOf(listProjects, {
    name: nameColumn(open),
    managerUserName: 90,
    stage: { title: "各阶段", width: 420, as: (project: Project) => <StageMarks project={project} /> },
    progress: { width: 150, as: (project: Project) => <ProgressBar project={project} /> },
    forecastOpenDate: true,
    slip: { width: 100, as: ({ slip }: Project) => slipText(slip) },
    risk: { width: 100, as: ({ risk }: Project) => <DotText tone={riskTones[risk]} text={projectRisks[risk]} /> },
  });
