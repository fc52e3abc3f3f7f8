import {
  type AnswerOf,
  checkImport,
  confirmImport,
  getImportTemplate,
  IMPORT_BIZ_TYPE,
  type ImportDraft,
  listImportKinds,
  listTasks,
  type Task,
  TemplateColumn,
} from "@ops/platform/contract";
import { Alert, Button, Checkbox, Progress, Steps } from "antd";
import { type ReactNode, useState } from "react";
import { download } from "../call/download.ts";
import { useCall } from "../call/use-call.ts";
import { confirm } from "../dialog/confirm.ts";
import { tableColumnsOf } from "../list/column/columns-of.ts";
import { PlainTable } from "../list/PlainTable.tsx";
import { useLive } from "../live/live-news.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { percentOf } from "../task/percent.ts";
import { useRunningTask } from "../task/use-running-task.ts";
import { UploadInput } from "../upload/UploadInput.tsx";
import type { Beside } from "./import-address.ts";

const ProblemTable = partsOf(() => import("./ProblemTable.tsx")).standing("ProblemTable");
const ImportResult = partsOf(() => import("./ImportResult.tsx")).standing("ImportResult");
const FilePasswordDialog = partsOf(() => import("./FilePasswordDialog.tsx")).overlay("FilePasswordDialog");

type Kind = AnswerOf<typeof listImportKinds>[number];

const steps = ["选择文件", "数据校验", "确认", "结果"].map((title) => ({ title }));

/** 选择文件 → 数据校验 → 确认 → 结果. */
export function ImportSteps({ kind, beside }: { readonly kind: Kind; readonly beside: Beside }) {
  const [draft, setDraft] = useState<ImportDraft | null>(null);
  const [task, setTask] = useState<Task | null>(null);
  const [password, setPassword] = useState<string | null>(null);
  const started = ({ filePassword, ...begun }: AnswerOf<typeof confirmImport>) => {
    setTask(begun);
    setPassword(filePassword);
  };
  const confirming = useCall(confirmImport, { refreshes: [listTasks, listImportKinds], onDone: started });
  const restart = () => {
    setDraft(null);
    setTask(null);
  };
  const at = task ? 3 : draft ? 2 : 0;
  return (
    <section className="list-panel import-panel" aria-label={`导入${kind.name}`}>
      <Steps size="small" current={at} items={steps} />
      {!draft && <ChooseFile kind={kind} beside={beside} onChecked={setDraft} />}
      {draft && !task && (
        <>
          <Alert showIcon type={draft.invalid + draft.warned > 0 ? "warning" : "success"} title={draft.summary} />
          {draft.problems.length > 0 && <ProblemTable problems={draft.problems} height="max(280px, 100vh - 350px)" />}
          {draft.warnings.length > 0 && <ProblemTable title="提醒" problems={draft.warnings} height={280} />}
          <div className="import-actions">
            <Button onClick={restart}>重新选择</Button>
            <Button
              type="primary"
              disabled={draft.valid === 0 || confirming.offline}
              loading={confirming.pending}
              onClick={() => void confirming.call({ params: { id: draft.id } })}
            >
              确认导入
            </Button>
          </div>
        </>
      )}
      {draft && task && (
        <Running task={task} waits={password !== null}>
          {(now) => <ImportResult task={now} page={kind.page} problems={draft.problems} onAgain={restart} />}
        </Running>
      )}
      {password && <FilePasswordDialog password={password} onClose={() => setPassword(null)} />}
    </section>
  );
}

/** Of the rows of a file that is being checked. */
interface Progressed {
  readonly done: number;
  readonly total: number;
}

interface ChooseProps {
  readonly kind: Kind;
  readonly beside: Beside;
  readonly onChecked: (draft: ImportDraft) => void;
}

function ChooseFile({ kind, beside, onChecked }: ChooseProps) {
  const [ids, setIds] = useState<string[]>([]);
  const [options, setOptions] = useState<string[]>([]);
  const [refusal, setRefusal] = useState("");
  const [progress, setProgress] = useState<Progressed | null>(null);
  const [fileId = ""] = ids;
  useLive("job.progress", ({ jobId, done, total }) => {
    if (jobId === fileId) setProgress({ done, total });
  });
  const checking = useCall(checkImport, { silent: true });
  const check = async (again: boolean) => {
    setProgress(null);
    const answer = await checking.call({ params: { kind: kind.key }, body: { fileId, again, options, beside } });
    if (answer.success) return onChecked(answer.data);
    if (answer.msgCode === "IMPORT_DUPLICATE_FILE") {
      if (await confirm({ title: answer.msg, okText: "继续导入" })) await check(true);
    } else setRefusal(answer.msg);
  };
  const choose = (chosen: string[]) => {
    setIds(chosen);
    setRefusal("");
  };
  return (
    <>
      <UploadInput bizType={IMPORT_BIZ_TYPE} extensions={["xlsx"]} max={1} value={ids} onChange={choose} />
      {refusal && <Alert showIcon type="error" title={refusal} />}
      {checking.pending && progress && (
        <>
          <Progress percent={percentOf(progress)} aria-label="校验进度" />
          <p className="import-hint">{`已校验${progress.done}/${progress.total}行`}</p>
        </>
      )}
      {kind.options.length > 0 && (
        <Checkbox.Group className="import-options" value={options} onChange={setOptions}>
          {kind.options.map(({ key, label, note }) => (
            <Checkbox key={key} value={key}>
              {label}
              <small>{note}</small>
            </Checkbox>
          ))}
        </Checkbox.Group>
      )}
      <div className="import-actions">
        <Button onClick={() => void download(getImportTemplate, { params: { kind: kind.key } })}>下载模板</Button>
        <Button
          type="primary"
          disabled={ids.length === 0 || checking.offline}
          loading={checking.pending}
          onClick={() => void check(false)}
        >
          开始校验
        </Button>
      </div>
      <p className="import-hint">{`单次最多导入${kind.mostRows}行`}</p>
      <PlainTable
        rowKey="title"
        rows={kind.columns}
        columns={tableColumnsOf(TemplateColumn, { title: 160, required: true, note: { wraps: true } })}
      />
    </>
  );
}

interface RunningProps {
  readonly task: Task;
  /** The password is seen only once: nothing may lie over it. */
  readonly waits: boolean;
  readonly children: (ended: Task) => ReactNode;
}

/** Shows the running task, which continues if the user leaves. */
function Running({ task, waits, children }: RunningProps) {
  const { task: now, isOver: isDone } = useRunningTask(task);
  return (
    <>
      <Progress percent={isDone ? 100 : percentOf(now)} aria-label="导入进度" />
      <p className="import-hint">{isDone ? "任务已结束" : "任务在后台继续，可在下载中心查看"}</p>
      {isDone && !waits && children(now)}
    </>
  );
}
