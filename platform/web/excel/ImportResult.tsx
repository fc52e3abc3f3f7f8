import { getTaskFile, type ImportProblem, type Task, taskStates } from "@ops/platform/contract";
import { Button, Modal } from "antd";
import { download } from "../call/download.ts";
import { StateTag } from "../dict/StateTag.tsx";
import { useSession } from "../session/use-session.ts";
import { isGranted } from "../shell/menu/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { ProblemTable } from "./ProblemTable.tsx";

interface Props {
  readonly task: Task;
  /** The list that shows the imported rows. */
  readonly page: string | null;
  readonly problems: readonly ImportProblem[];
  readonly onAgain: () => void;
}

/** The result of an import: 总数 / 成功 / 失败, and what to do about the rest. */
export function ImportResult({ task, page, problems, onAgain }: Props) {
  const { menu } = useSession();
  const { id, total, successCount, failCount, skipCount, status, hasFailures, fileSize, errorMsg } = task;
  const fetch = (part: "fail" | "result") => void download(getTaskFile, { params: { id }, query: { part } });
  const footer = (
    <>
      {fileSize && <Button onClick={() => fetch("result")}>下载结果文件</Button>}
      {hasFailures && <Button onClick={() => fetch("fail")}>{failCount > 0 ? "下载失败明细" : "下载提醒明细"}</Button>}
      {page && isGranted(page, menu) && <Button onClick={() => goTo(page)}>查看数据</Button>}
      <Button type="primary" onClick={onAgain}>
        继续导入
      </Button>
    </>
  );
  return (
    <Modal open title="导入结果" width={680} footer={footer} onCancel={onAgain}>
      <p>
        <StateTag machine={taskStates} state={status} tones={{ PARTIAL: "warn" }} /> {errorMsg}
      </p>
      <div className="import-counts">
        <span>
          总数<strong>{total ?? 0}</strong>
        </span>
        <span>
          成功<strong>{successCount}</strong>
        </span>
        {skipCount > 0 && (
          <span>
            跳过<strong>{skipCount}</strong>
          </span>
        )}
        <span>
          失败<strong>{failCount}</strong>
        </span>
      </div>
      {failCount > 0 && problems.length > 0 && <ProblemTable problems={problems} height={280} />}
    </Modal>
  );
}
