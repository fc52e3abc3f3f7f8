import { CheckCircleFilled, ClockCircleOutlined, LockOutlined, MinusCircleOutlined } from "@ant-design/icons";
import {
  finishOnboardTask,
  listOnboardTasks,
  type OnboardTask,
  onboardTaskActs,
  type PartnerDetail,
  taskStates,
} from "@ops/partner/contract";
import {
  actionsOf,
  FilePreview,
  FormDialog,
  Note,
  NotLoaded,
  offered,
  type RowAction,
  RowActions,
  StateTag,
  showTime,
  UploadField,
  useAsking,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Progress, Skeleton, Tag } from "antd";

/** 入驻任务: a checklist with predecessors, responsible people and the day on which the partner can begin (PT-R18). */
export function TasksTab({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const { actions, dialog } = useAsking(taskActions);
  const { data, error, refetch } = useEndpoint(listOnboardTasks, { params: { id: partner.id } }, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { tasks, readyOn } = data;
  if (tasks.length === 0) {
    return <Note icon={<ClockCircleOutlined />} sentence="还没有入驻任务" hint="审核通过后按合作类型生成" />;
  }
  const mandatory = tasks.filter((task) => task.mandatory);
  const done = mandatory.filter(({ state }) => state === "DONE").length;
  return (
    <div className="partner-tasks">
      <div className="partner-part-head">
        <Progress
          percent={Math.round((done / Math.max(1, mandatory.length)) * 100)}
          format={() => `${done}/${mandatory.length}`}
          aria-label="必须任务完成进度"
        />
        <span>{readyOn ? `预计 ${readyOn} 可启用` : "必须任务已全部完成"}</span>
      </div>
      <ol>
        {tasks.map((task) => (
          <li key={task.id}>
            <Task task={task} actions={canWorkOn(partner, task) ? offered(actions, task, may) : []} />
          </li>
        ))}
      </ol>
      {dialog}
    </div>
  );
}

/** Tasks are handled while a partner is onboarding, optional ones also later. A task that waits for another cannot begin. */
const canWorkOn = ({ state }: PartnerDetail, { mandatory, blockers }: OnboardTask): boolean =>
  (state === "ONBOARDING" || (state === "ACTIVE" && !mandatory)) && blockers.length === 0;

function mark({ state, blockers }: OnboardTask) {
  if (state === "DONE") return <CheckCircleFilled className="partner-done" aria-hidden />;
  if (blockers.length > 0) return <LockOutlined aria-hidden />;
  return state === "REJECTED" ? (
    <MinusCircleOutlined className="partner-bad" aria-hidden />
  ) : (
    <ClockCircleOutlined aria-hidden />
  );
}

interface TaskProps {
  readonly task: OnboardTask;
  readonly actions: readonly RowAction<OnboardTask>[];
}

function Task({ task, actions }: TaskProps) {
  const { name, ownerRole, mandatory, blockers, dueOn, overdueDays, state, evidence, note, files, isCritical } = task;
  return (
    <article className="partner-task" data-blocked={blockers.length > 0}>
      {mark(task)}
      <div className="partner-task-facts">
        <b>
          {name}
          {!mandatory && <small> 可选</small>}
          {isCritical && <Tag color="processing">关键路径</Tag>}
        </b>
        <small>
          {ownerRole}
          {blockers.length > 0 && ` · 等待：${blockers.join("、")}`}
          {task.doneAt && ` · ${task.updatedByName} ${showTime(task.doneAt).slice(0, 16)} 完成`}
        </small>
        {evidence && <small>说明：{evidence}</small>}
        {note && <span className="partner-bad">退回：{note}</span>}
        {files.length > 0 && (
          <span className="partner-paper-files">
            {files.map((file) => (
              <FilePreview key={file.id} file={file} />
            ))}
          </span>
        )}
      </div>
      <span className={overdueDays > 0 ? "partner-bad" : "partner-due"}>
        {state === "DONE" ? "" : overdueDays > 0 ? `逾期${overdueDays}天` : `${dueOn} 截止`}
      </span>
      <StateTag machine={taskStates} state={state} />
      {actions.length > 0 ? <RowActions row={task} actions={actions} /> : <span />}
    </article>
  );
}

function FinishDialog({ task, onClose }: { readonly task: OnboardTask; readonly onClose: () => void }) {
  const { id, version, name } = task;
  return (
    <FormDialog
      title={`完成任务 · ${name}`}
      kind="modal"
      endpoint={finishOnboardTask}
      params={{ id }}
      record={{ fileIds: [], version }}
      okText="完成"
      done="任务已完成"
      fields={["evidence", "fileIds"]}
      special={{ fileIds: <UploadField of={finishOnboardTask} name="fileIds" bizType="partnerOnboardTask" /> }}
      onClose={onClose}
    />
  );
}

const taskActions = actionsOf(onboardTaskActs, {
  done: (task, onClose) => <FinishDialog task={task} onClose={onClose} />,
});
