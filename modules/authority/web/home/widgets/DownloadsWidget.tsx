import { getTaskFile, listTasks, type Task, taskStates } from "@ops/platform/contract";
import { download, goTo, StateTag, useLive } from "@ops/platform/web";
import { Button } from "antd";
import { HomeCard } from "../HomeCard.tsx";
import { Loaded } from "../Loaded.tsx";
import { useWidget } from "../use-widget.ts";
import type { WidgetProps } from "../widget-props.ts";

const SHOWN = 6;
const CENTER = "/RightCenter/DownloadCenter";
const hasFile = ({ status, fileSize }: Task) => fileSize !== null && (status === "SUCCESS" || status === "PARTIAL");

/** 我的下载: the user's latest tasks. A finished one can be downloaded; any other one leads to the download center. */
export function DownloadsWidget({ title, pages }: WidgetProps) {
  const answer = useWidget(listTasks, { query: { pageNo: 1, pageSize: SHOWN } });
  useLive("job.finished", () => void answer.refetch());
  const mayOpen = pages.some(({ node }) => node.path === CENTER);
  const open = () => goTo(CENTER);
  const more = mayOpen && (
    <Button type="text" size="small" onClick={open}>
      下载中心
    </Button>
  );
  return (
    <HomeCard title={title} extra={more} beyond={(answer.data?.total ?? 0) - SHOWN}>
      <Loaded of={answer}>
        {({ list }) => (
          <>
            {list.length === 0 && <p className="home-hint home-middle">在列表页点击「导出」后可在此下载</p>}
            <ul className="home-lines">
              {list.map((task) => (
                <li key={task.id}>
                  <TaskLine task={task} onOpen={mayOpen ? open : null} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Loaded>
    </HomeCard>
  );
}

function TaskLine({ task, onOpen }: { readonly task: Task; readonly onOpen: (() => void) | null }) {
  const isReady = hasFile(task);
  // the call has already shown the error
  const save = () => void download(getTaskFile, { params: { id: task.id } }).catch(() => undefined);
  const choose = isReady ? save : onOpen;
  return (
    <button type="button" disabled={!choose} title={isReady ? "下载" : ""} onClick={() => choose?.()}>
      <span className="home-line-text">{task.fileName}</span>
      <StateTag machine={taskStates} state={task.status} tones={{ PARTIAL: "warn" }} />
      <small className="tabular">{task.createdAt.slice(5, 16)}</small>
    </button>
  );
}
