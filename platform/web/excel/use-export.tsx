import { countUnreadTasks, type Envelope, listTasks, type Sheet, type Task, unmaskBy } from "@ops/platform/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { tellRefusal } from "../call/tell.ts";
import { useCall } from "../call/use-call.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import type { FilterValues } from "../list/filter-values.ts";
import { useMay, useSession } from "../session/use-session.ts";
import { feedback } from "../shell/feedback.ts";
import { partsOf } from "../shell/lazy-parts.tsx";
import { isGranted } from "../shell/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import type { ExportQuestion } from "./ExportDialog.tsx";

const ExportDialog = partsOf(() => import("./ExportDialog.tsx")).overlay("ExportDialog");

/** What a page knows of the sheet that it exports. */
export type ExportedSheet = Pick<Sheet, "name" | "columns" | "export" | "plain" | "asksReason">;

/** Which rows and columns: those of the list as it is shown; without columns, all of the sheet. */
export interface AskedExport {
  readonly query: FilterValues;
  readonly columns?: readonly string[];
  /** What the list says of these rows; the dialog says it again before the export begins. */
  readonly shown?: ShownRows;
}

export interface ShownRows {
  /** 785, or 10000+; null while they are being asked for. */
  readonly total: string | null;
  /** The filters in force, as they read. */
  readonly conditions: readonly { readonly label: string; readonly value: ReactNode }[];
}

const DOWNLOADS = "/RightCenter/DownloadCenter";
const refreshes = [listTasks, countUnreadTasks];

/** Begins an export in the background (PF-R94); where it wants a reason or may be had in clear, it asks first. */
export function useExport(sheet: ExportedSheet) {
  const may = useMay();
  const { menu } = useSession();
  const asking = useDialog<ExportQuestion>();
  const exporting = useCall(sheet.export, { silent: true, refreshes });
  const tell = (answer: Envelope<unknown>) => tellOutcome(answer, isGranted(DOWNLOADS, menu));

  const start = async ({ query, columns = sheet.columns.map(({ key }) => key), shown }: AskedExport) => {
    const body = { query: { ...query }, columns: [...columns] };
    const plain = sheet.plain && may(unmaskBy(sheet.plain.code)) ? plainTitles(sheet, columns) : [];
    if (sheet.asksReason || plain.length > 0) return asking.open({ ...body, plain, shown });
    tell(await exporting.call({ body }));
  };
  const dialog = asking.value && (
    <ExportDialog
      sheet={sheet}
      asked={asking.value}
      refreshes={refreshes}
      onDone={(task: Task) => tell({ success: true, data: task, msg: "", msgCode: "" })}
      onClose={asking.close}
    />
  );
  return { start, dialog, may: may(sheet.export), pending: exporting.pending, offline: exporting.offline };
}

/** What would be in clear, as the columns are called. */
function plainTitles({ columns, plain }: ExportedSheet, chosen: readonly string[]): string[] {
  const masked = columns.filter(({ key }) => chosen.includes(key) && Object.hasOwn(plain?.fields ?? {}, key));
  return masked.map(({ title }) => title);
}

function tellOutcome(answer: Envelope<unknown>, isReachable: boolean): void {
  if (!answer.success && answer.msgCode !== "JOB_SAME_RUNNING") {
    tellRefusal(answer, {});
    return;
  }
  const key = "export";
  const look = () => {
    feedback.message.destroy(key);
    goTo(DOWNLOADS);
  };
  const content = (
    <>
      {answer.success ? "导出任务已提交，完成后可在下载中心下载" : answer.msg}
      {isReachable && (
        <Button type="link" size="small" onClick={look}>
          查看
        </Button>
      )}
    </>
  );
  feedback.message.open({ key, type: answer.success ? "success" : "info", content, duration: 5 });
}
