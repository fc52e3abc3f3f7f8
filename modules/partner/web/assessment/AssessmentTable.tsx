import {
  type Assessment,
  assessmentMetrics,
  assessmentStates,
  closeAssessment,
  listAssessments,
  rectifyAssessment,
  saveAssessment,
} from "@ops/partner/contract";
import {
  actionColumns,
  DotText,
  FormDialog,
  type PageAction,
  tableColumnsOf,
  useAsking,
  useCall,
  useMay,
} from "@ops/platform/web";
import { Table, Tag } from "antd";
import { EndDay } from "../company/EndDay.tsx";
import { PartnerLevel } from "../company/PartnerLevel.tsx";

interface Props {
  readonly list: readonly Assessment[];
  readonly onEdit: (assessment: Assessment) => void;
}

export function AssessmentTable({ list, onEdit }: Props) {
  const may = useMay();
  const { actions, dialog } = useAsking(useAssessmentActions(onEdit));
  const seesComment = list.some(({ comment }) => comment !== null);
  return (
    <>
      <Table
        rowKey="id"
        size="small"
        className="tabular"
        pagination={{ pageSize: 12, hideOnSinglePage: true }}
        dataSource={[...list]}
        columns={[
          ...tableColumnsOf(listAssessments, {
            period: { title: "月份", width: 90 },
            items: { title: "指标得分", width: 0, wraps: true, as: (row) => <Scores assessment={row} /> },
            total: { width: 70, as: ({ total }) => total?.toFixed(2) ?? "-" },
            level: ({ level }) => (level ? <PartnerLevel level={level} /> : "-"),
            state: ({ state }) => (
              <DotText tone={state === "CLOSED" ? "good" : "active"} text={assessmentStates[state]} />
            ),
            rectifyDueOn: { title: "整改", width: 150, as: (row) => <Rectification assessment={row} /> },
            comment: seesComment ? 160 : null,
          }),
          ...actionColumns(actions, may, { width: 110 }),
        ]}
      />
      {dialog}
    </>
  );
}

function Scores({ assessment: { items } }: { readonly assessment: Assessment }) {
  return (
    <span className="assessment-scores">
      {items
        .filter(({ weight }) => weight > 0)
        .map(({ metric, score, weight }) => (
          <span key={metric} title={`权重${weight}`}>
            {assessmentMetrics[metric]} <b>{score?.toFixed(2) ?? "-"}</b>
          </span>
        ))}
    </span>
  );
}

function Rectification({ assessment }: { readonly assessment: Assessment }) {
  const { rectifyDueOn, rectifiedAt, rectifyNote } = assessment;
  if (rectifyDueOn === null) return "-";
  if (rectifiedAt === null) return <EndDay day={rectifyDueOn} />;
  return (
    <Tag color="success" title={rectifyNote ?? ""}>
      已整改
    </Tag>
  );
}

function useAssessmentActions(onEdit: Props["onEdit"]): readonly PageAction<Assessment>[] {
  const close = useCall(closeAssessment, { done: "已定稿，等级已更新" });
  return [
    { label: "评分", needs: saveAssessment, when: ({ state }) => state === "DRAFT", run: onEdit },
    {
      label: "定稿",
      needs: closeAssessment,
      when: ({ state, level }) => state === "DRAFT" && level !== null,
      confirm: ({ period, level }) => `${period}考核定稿为${level}级？定稿后不能修改`,
      run: ({ id, version }) => close.call({ params: { id }, body: { version } }),
    },
    {
      label: "完成整改",
      needs: rectifyAssessment,
      when: ({ rectifyDueOn, rectifiedAt }) => rectifyDueOn !== null && rectifiedAt === null,
      ask: (assessment, onClose) => <RectifyDialog assessment={assessment} onClose={onClose} />,
    },
  ];
}

function RectifyDialog({ assessment, onClose }: { readonly assessment: Assessment; readonly onClose: () => void }) {
  const { id, period, version } = assessment;
  return (
    <FormDialog
      kind="modal"
      title={`完成整改 · ${period}`}
      endpoint={rectifyAssessment}
      params={{ id }}
      record={{ version }}
      okText="完成"
      done="整改已完成"
      fields={["note"]}
      special={{ note: { rows: 4 } }}
      onClose={onClose}
    />
  );
}
