import { dayOf } from "@ops/platform/contract";
import {
  feedback,
  GanttView,
  NotLoaded,
  pageOf,
  partsOf,
  serverNow,
  useCall,
  useEndpoint,
  usePages,
  useUnsaved,
} from "@ops/platform/web";
import { getProject, type ProjectDetail, ProjectProgressPage, saveProjectNodes } from "@ops/store/contract";
import { Button, InputNumber, Skeleton } from "antd";
import { useState } from "react";
import { foresee, shiftTyped, type Typed, typedNodes } from "./changes.ts";
import { ganttRows } from "./gantt-rows.ts";
import { ProgressTable } from "./ProgressTable.tsx";
import { slipText } from "./project-columns.tsx";
import "./project.css";

const NodeDrawer = partsOf(() => import("./NodeDrawer.tsx")).overlay("NodeDrawer");

/** 进度编辑 (5.7): the plan, the nodes, and the opening that is foreseen before anything is saved. */
export default pageOf(ProjectProgressPage, function ProgressPage({ data: { id } }) {
  const answer = useEndpoint(getProject, { params: { id } }, { silent: true, staleTime: 0 });
  if (answer.data) return <Editor project={answer.data} />;
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return <Skeleton active />;
});

function Editor({ project }: { readonly project: ProjectDetail }) {
  const [typed, setTyped] = useState<Typed>({});
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [days, setDays] = useState<number | null>(1);
  const nodes = typedNodes(project.nodes, typed, dayOf(serverNow()));
  const opened = nodes.find(({ id }) => id === openedId);
  useUnsaved(Object.keys(typed).length > 0);
  return (
    <section aria-label={`进度编辑 · ${project.name}`}>
      <h1 className="form-page-title">{project.name}</h1>
      <GanttView label="项目计划" rows={ganttRows(nodes)} />
      <div className="project-shift">
        <InputNumber aria-label="平移天数" value={days} precision={0} onChange={setDays} />
        <Button
          disabled={chosen.length === 0 || !days}
          onClick={() => setTyped(shiftTyped(project.nodes, typed, chosen, days ?? 0))}
        >
          平移日期
        </Button>
      </div>
      <ProgressTable
        nodes={nodes}
        isRunning={project.state === "RUNNING"}
        chosen={chosen}
        onChoose={setChosen}
        onType={(id, change) => setTyped({ ...typed, [id]: { ...typed[id], ...change } })}
        onOpen={setOpenedId}
      />
      <Foot project={project} typed={typed} onSaved={() => setTyped({})} />
      {opened && (
        <NodeDrawer
          node={opened}
          project={project}
          checklist={typed[opened.id]?.checklist ?? opened.checklist}
          onCheck={(checklist) => setTyped({ ...typed, [opened.id]: { ...typed[opened.id], checklist } })}
          onClose={() => setOpenedId(null)}
        />
      )}
    </section>
  );
}

interface FootProps {
  readonly project: ProjectDetail;
  readonly typed: Typed;
  readonly onSaved: () => void;
}

/** Says what saving does to the opening, and saves in one call. */
function Foot({ project, typed, onSaved }: FootProps) {
  const pages = usePages();
  const { call, pending, offline } = useCall(saveProjectNodes, { done: "进度已保存！", onDone: onSaved });
  const next = foresee(project, typed, dayOf(serverNow()));
  const isTyped = Object.keys(typed).length > 0;
  const short = (day: string | null) => day?.slice(5) ?? "-";
  const save = async () => {
    const changed = project.nodes.flatMap(({ id, version }) => (typed[id] ? [{ id, version, ...typed[id] }] : []));
    const { success, msg } = await call({ params: { id: project.id }, body: { changed } });
    if (!success) feedback.message.error(msg);
  };
  return (
    <footer className="project-foot">
      <output>
        {isTyped && project.state === "RUNNING"
          ? `保存后预测开业 ${short(project.forecastOpenDate)} → ${short(next.forecastOpenDate)}，偏差${slipText(next.slip)}`
          : ""}
      </output>
      <Button onClick={pages.back}>返回</Button>
      <Button type="primary" disabled={!isTyped || offline} loading={pending} onClick={() => void save()}>
        保存进度
      </Button>
    </footer>
  );
}
