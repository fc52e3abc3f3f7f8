import { dayOf } from "@ops/platform/contract";
import {
  feedback,
  GanttView,
  latestIn,
  NotLoaded,
  pageOf,
  partsOf,
  serverNow,
  useCall,
  useDialog,
  useEndpoint,
  usePages,
  useUnsaved,
} from "@ops/platform/web";
import { getProject, type ProjectDetail, ProjectProgressPage, saveProjectNodes } from "@ops/store/contract";
import { Button, InputNumber, Skeleton } from "antd";
import { useState } from "react";
import { ganttRows } from "../gantt-rows.ts";
import { slipText } from "../project-columns.tsx";
import {
  bodyOf,
  type Edits,
  editedNodes,
  foresee,
  isEdited,
  noEdits,
  removeNode,
  shiftNodes,
  typeNode,
} from "./changes.ts";
import { ProgressTable } from "./ProgressTable.tsx";
import "../project.css";

const NodeDrawer = partsOf(() => import("./NodeDrawer.tsx")).overlay("NodeDrawer");
const AddNodeDialog = partsOf(() => import("./AddNodeDialog.tsx")).overlay("AddNodeDialog");
const NodeConflict = partsOf(() => import("./NodeConflict.tsx")).overlay("NodeConflict");

/** 进度编辑 (5.7): the plan, the nodes, and the opening that is foreseen before anything is saved. */
export default pageOf(ProjectProgressPage, function ProgressPage({ data: { id } }) {
  const answer = useEndpoint(getProject, { params: { id } }, { silent: true, staleTime: 0 });
  const loadLatest = async () => (await answer.refetch()).data;
  if (answer.data) return <Editor project={answer.data} onOutdated={loadLatest} />;
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return <Skeleton active />;
});

interface EditorProps {
  readonly project: ProjectDetail;
  /** Loads the project again after somebody else has changed it. */
  readonly onOutdated: () => Promise<unknown>;
}

function Editor({ project, onOutdated }: EditorProps) {
  const [edits, setEdits] = useState<Edits>(noEdits);
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [openedId, setOpenedId] = useState<string | null>(null);
  const [days, setDays] = useState<number | null>(1);
  const adding = useDialog<true>();
  const nodes = editedNodes(project, edits, dayOf(serverNow()));
  const opened = nodes.find(({ id }) => id === openedId);
  const baseOf = (id: string) => project.nodes.find((node) => node.id === id) ?? nodes.find((node) => node.id === id);
  const type = (id: string, change: Parameters<typeof typeNode>[2]) => {
    const base = baseOf(id);
    if (base) setEdits(typeNode(edits, base, change));
  };
  useUnsaved(isEdited(edits));
  const isDraft = project.state === "DRAFT";
  return (
    <section className="progress-page" aria-label={`进度编辑 · ${project.name}`}>
      <div className="progress-panel">
        <h1>{project.name}</h1>
        <GanttView label="项目计划" rows={ganttRows(nodes)} />
      </div>
      <div className="progress-panel">
        <div className="project-shift">
          <InputNumber aria-label="平移天数" value={days} precision={0} onChange={setDays} />
          <Button
            disabled={chosen.length === 0 || !days}
            onClick={() => setEdits(shiftNodes(edits, project, chosen, days ?? 0))}
          >
            平移日期
          </Button>
          {isDraft && <Button onClick={() => adding.open(true)}>新增节点</Button>}
        </div>
        <ProgressTable
          nodes={nodes}
          state={project.state}
          chosen={chosen}
          onChoose={setChosen}
          onType={type}
          onOpen={setOpenedId}
          onRemove={(node) => setEdits(removeNode(edits, project, node))}
        />
      </div>
      <Foot project={project} edits={edits} onEdits={setEdits} onOutdated={onOutdated} />
      {opened && (
        <NodeDrawer
          node={opened}
          project={project}
          checklist={opened.checklist}
          onCheck={(checklist) => type(opened.id, { checklist })}
          onClose={() => setOpenedId(null)}
        />
      )}
      {adding.value && (
        <AddNodeDialog
          project={project}
          nodes={nodes}
          onAdd={(node) => setEdits({ ...edits, added: [...edits.added, node] })}
          onClose={adding.close}
        />
      )}
    </section>
  );
}

interface FootProps extends EditorProps {
  readonly edits: Edits;
  readonly onEdits: (edits: Edits) => void;
}

/** Says what saving does to the opening, and saves in one call. */
function Foot({ project, edits, onEdits, onOutdated }: FootProps) {
  const pages = usePages();
  const conflict = useDialog<string>();
  const { call, pending, offline } = useCall(saveProjectNodes, {
    done: "进度已保存！",
    silent: true,
    onDone: () => onEdits(noEdits),
  });
  const next = foresee(project, edits, dayOf(serverNow()));
  const short = (day: string | null) => day?.slice(5) ?? "-";
  const save = async () => {
    const answer = await call({ params: { id: project.id }, body: bodyOf(edits) });
    if (answer.success) return;
    if (!latestIn(answer)) return feedback.message.error(answer.msg);
    await onOutdated();
    conflict.open(answer.msg);
  };
  return (
    <footer className="project-foot">
      <output>
        {isEdited(edits) && project.state === "RUNNING"
          ? `保存后预测开业 ${short(project.forecastOpenDate)} → ${short(next.forecastOpenDate)}，偏差${slipText(next.slip)}`
          : ""}
      </output>
      <Button onClick={pages.back}>返回</Button>
      <Button type="primary" disabled={!isEdited(edits) || offline} loading={pending} onClick={() => void save()}>
        保存进度
      </Button>
      {conflict.value && (
        <NodeConflict
          message={conflict.value}
          edits={edits}
          latest={project.nodes}
          onDecide={(decided) => {
            onEdits(decided);
            conflict.close();
          }}
        />
      )}
    </footer>
  );
}
