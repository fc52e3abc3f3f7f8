import type { ExportEndpoint } from "@ops/platform/contract";
import { countUnreadTasks, listTasks } from "@ops/platform/contract";
import { Button } from "antd";
import { tellRefusal } from "../call/tell.ts";
import { useCall } from "../call/use-call.ts";
import type { FilterValues, Sorting } from "../list/filter-values.ts";
import { useMay, useSession } from "../session/use-session.ts";
import { feedback } from "../shell/feedback.ts";
import { isGranted } from "../shell/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";

/** What a list page shows at the moment. */
export interface ListShown {
  readonly filters: FilterValues;
  readonly sorting: Sorting | null;
  readonly columns: readonly string[];
}

const DOWNLOADS = "/RightCenter/DownloadCenter";

/** Exports what the list shows, in the background (PF-R94). */
export function ExportButton({ endpoint, shown }: { readonly endpoint: ExportEndpoint; readonly shown: ListShown }) {
  const may = useMay();
  const { menu } = useSession();
  const exporting = useCall(endpoint, { silent: true, refreshes: [listTasks, countUnreadTasks] });
  if (!may(endpoint)) return null;

  const run = async () => {
    const { filters, sorting, columns } = shown;
    const order = sorting ? { sortBy: sorting.by, sortOrder: sorting.order } : {};
    const answer = await exporting.call({ body: { query: { ...filters, ...order }, columns: [...columns] } });
    if (!answer.success && answer.msgCode !== "JOB_SAME_RUNNING") return tellRefusal(answer, {});
    const words = answer.success ? "导出任务已提交，完成后可在下载中心下载" : answer.msg;
    tellWithLink(words, answer.success, isGranted(DOWNLOADS, menu));
  };
  return (
    <Button loading={exporting.pending} disabled={exporting.offline} onClick={() => void run()}>
      导出
    </Button>
  );
}

function tellWithLink(words: string, isNew: boolean, isReachable: boolean): void {
  const key = "export";
  const look = () => {
    feedback.message.destroy(key);
    goTo(DOWNLOADS);
  };
  const content = (
    <>
      {words}
      {isReachable && (
        <Button type="link" size="small" onClick={look}>
          查看
        </Button>
      )}
    </>
  );
  feedback.message.open({ key, type: isNew ? "success" : "info", content, duration: 5 });
}
