import type { Endpoint } from "@ops/platform/contract";
import { Alert, Form } from "antd";
import { Fragment } from "react";
import { type DetailField, FieldList } from "../detail/FieldList.tsx";
import { FormDialog, SwitchField, TextAreaField } from "../form/lazy-forms.tsx";
import type { FilterValues } from "../list/filter/filter-values.ts";
import type { ExportedSheet, ShownRows } from "./use-export.tsx";
import "./export.css";

export interface ExportQuestion {
  readonly query: FilterValues;
  readonly columns: string[];
  /** The titles of columns that can be exported in clear text. */
  readonly plain: readonly string[];
  readonly shown: ShownRows | undefined;
  readonly onDone: (() => void) | undefined;
}

interface Props {
  readonly sheet: ExportedSheet;
  readonly asked: ExportQuestion;
  readonly refreshes: readonly Endpoint[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/**
 * Shows what will be exported, and asks for the reason. People with the right can choose clear text instead of masks
 * (PF-R94).
 */
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
      <div className="export-facts">
        <FieldList record={{ sheet, asked }} fields={asked.shown ? [...rowFacts, ...fileFacts] : fileFacts} />
      </div>
      {sheet.asksReason && (
        <>
          <Alert type="info" showIcon title="导出日志须说明原因，导出与下载均会记入操作日志。" />
          <TextAreaField name="reason" required />
        </>
      )}
      {!sheet.asksReason && plain.length > 0 && (
        <>
          <SwitchField
            name="plain"
            label={`明文导出${plain.join("、")}`}
            hint="关闭时与页面一样脱敏；明文导出须填写原因，并记入操作日志"
          />
          <ReasonForPlain />
        </>
      )}
    </FormDialog>
  );
}

type Told = Pick<Props, "sheet" | "asked">;

const rowFacts: readonly DetailField<Told>[] = [
  { label: "数据", show: "asked", full: true, as: ({ asked }) => asked.shown?.count },
  {
    label: "查询条件",
    show: "asked",
    full: true,
    as: ({ asked }) => <Conditions of={asked.shown?.conditions ?? []} />,
  },
];

const fileFacts: readonly DetailField<Told>[] = [
  { label: "列", show: "sheet", full: true, as: columnsOf },
  { label: "文件", show: "sheet", full: true, as: () => "在后台生成，完成后到「下载中心」下载，菜单上有红点提醒" },
];

function columnsOf({ sheet, asked }: Told): string {
  const titles = asked.columns.flatMap((key) => sheet.columns.find((column) => column.key === key)?.title ?? []);
  return `${titles.length} 列：${titles.join("、")}`;
}

function Conditions({ of }: { readonly of: ShownRows["conditions"] }) {
  if (of.length === 0) return "无，导出全部";
  return of.map(({ label, value }, at) => (
    <Fragment key={label}>
      {at > 0 && "；"}
      {label}：{value}
    </Fragment>
  ));
}

/** Asks for a reason only if clear text is chosen. */
function ReasonForPlain() {
  const isPlain = Form.useWatch("plain", Form.useFormInstance()) === true;
  return isPlain && <TextAreaField name="reason" required />;
}
