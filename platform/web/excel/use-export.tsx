import { countUnreadTasks, listTasks, type Sheet, unmaskBy } from "@ops/platform/contract";
import { Button } from "antd";
import type { ReactNode } from "react";
import { useDialog } from "../dialog/use-dialog.ts";
import type { FilterValues } from "../list/filter/filter-values.ts";
import { useMay, useSession } from "../session/use-session.ts";
import { feedback } from "../shell/feedback.ts";
import { isGranted } from "../shell/menu/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import type { ExportQuestion } from "./ExportDialog.tsx";

const ExportDialog = partsOf(() => import("./ExportDialog.tsx")).overlay("ExportDialog");

/** The part of a sheet that a page needs for the export. */
export type ExportedSheet = Pick<Sheet, "name" | "columns" | "export" | "plain" | "asksReason">;

/** Which rows and columns: those of the list as it is shown; without columns, all of the sheet. */
export interface AskedExport {
  readonly query: FilterValues;
  readonly columns?: readonly string[];
  /** A description of these rows, which the dialog shows before the export. */
  readonly shown?: ShownRows;
  /** Called when the export has started. */
  readonly onDone?: () => void;
}

export interface ShownRows {
  /** The number, such as 785 条, or why it is unknown yet. */
  readonly count: string;
  /** The filters in force, as they read. */
  readonly conditions: readonly { readonly label: string; readonly value: ReactNode }[];
}

const DOWNLOADS = "/RightCenter/DownloadCenter";
const refreshes = [listTasks, countUnreadTasks];

/** Shows what an export would contain, and starts it in the background after a confirmation (PF-R94). */
export function useExport(sheet: ExportedSheet) {
  const may = useMay();
  const { menu } = useSession();
  const asking = useDialog<ExportQuestion>();

  const start = ({ query, columns = sheet.columns.map(({ key }) => key), shown, onDone }: AskedExport) => {
    const plain = sheet.plain && may(unmaskBy(sheet.plain.code)) ? plainTitles(sheet, columns) : [];
    asking.open({ query, columns: [...columns], plain, shown, onDone });
  };
  const dialog = asking.value && (
    <ExportDialog
      sheet={sheet}
      asked={asking.value}
      refreshes={refreshes}
      onDone={() => {
        asking.value?.onDone?.();
        tellBegun(isGranted(DOWNLOADS, menu));
      }}
      onClose={asking.close}
    />
  );
  return { start, dialog, may: may(sheet.export) };
}

/** Lists the titles of the columns that would be in clear text. */
function plainTitles({ columns, plain }: ExportedSheet, chosen: readonly string[]): string[] {
  const masked = columns.filter(({ key }) => chosen.includes(key) && Object.hasOwn(plain?.fields ?? {}, key));
  return masked.map(({ title }) => title);
}

function tellBegun(isReachable: boolean): void {
  const key = "export";
  const look = () => {
    feedback.message.destroy(key);
    goTo(DOWNLOADS);
  };
  const content = (
    <>
      导出任务已提交，完成后可在下载中心下载
      {isReachable && (
        <Button type="link" size="small" onClick={look}>
          查看
        </Button>
      )}
    </>
  );
  feedback.message.open({ key, type: "success", content, duration: 5 });
}
