import type { Endpoint, Task } from "@ops/platform/contract";
import { Alert } from "antd";
import { FormDialog } from "../form/FormDialog.tsx";
import { SwitchField, TextAreaField } from "../form/fields.tsx";
import type { FilterValues } from "../list/filter-values.ts";
import type { ExportedSheet } from "./use-export.tsx";

interface Props {
  readonly sheet: ExportedSheet;
  readonly asked: { query: FilterValues; columns: string[]; plain: readonly string[] };
  readonly refreshes: readonly Endpoint[];
  readonly onDone: (task: Task) => void;
  readonly onClose: () => void;
}

/** Asks why; and whoever may, whether what is masked is wanted in clear (PF-R94). */
export function ExportDialog({ sheet, asked, refreshes, onDone, onClose }: Props) {
  const { query, columns, plain } = asked;
  return (
    <FormDialog
      kind="modal"
      title={`导出${sheet.name}`}
      okText="导出"
      endpoint={sheet.export}
      fixed={{ query, columns }}
      refreshes={refreshes}
      onDone={onDone}
      onClose={onClose}
    >
      {sheet.asksReason ? (
        <Alert type="info" showIcon title="导出日志须说明原因，导出与下载均会记入操作日志。" />
      ) : (
        <SwitchField
          name="plain"
          label={`明文导出${plain.join("、")}`}
          hint="关闭时与页面一样脱敏；明文导出须填写原因，并记入操作日志"
        />
      )}
      <TextAreaField name="reason" required={sheet.asksReason} />
    </FormDialog>
  );
}
