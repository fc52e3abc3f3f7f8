import {
  type Assessment,
  assessmentMetrics,
  assessmentStates,
  closeAssessment,
  rectifyAssessment,
  saveAssessment,
} from "@ops/partner/contract";
import {
  DotText,
  FormDialog,
  fieldsOf,
  offered,
  type PageAction,
  RowActions,
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
          { title: "月份", dataIndex: "period", width: 90 },
          { title: "指标得分", key: "items", render: (_, row) => <Scores assessment={row} /> },
          {
            title: "总分",
            key: "total",
            width: 70,
            align: "right",
            render: (_, { total }) => total?.toFixed(2) ?? "-",
          },
          {
            title: "等级",
            key: "level",
            width: 60,
            render: (_, { level }) => (level ? <PartnerLevel level={level} /> : "-"),
          },
          {
            title: "状态",
            key: "state",
            width: 84,
            render: (_, { state }) => (
              <DotText tone={state === "CLOSED" ? "good" : "active"} text={assessmentStates[state]} />
            ),
          },
          { title: "整改", key: "rectify", width: 150, render: (_, row) => <Rectification assessment={row} /> },
          ...(seesComment
            ? [
                {
                  title: "内部评语",
                  key: "comment",
                  width: 160,
                  ellipsis: true,
                  render: (_: unknown, { comment }: Assessment) => comment ?? "-",
                },
              ]
            : []),
          {
            title: "操作",
            key: "act",
            width: 110,
            render: (_, row) => <RowActions row={row} actions={offered(actions, row, may)} />,
          },
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

const { TextAreaField } = fieldsOf(rectifyAssessment);

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
      onClose={onClose}
    >
      <TextAreaField name="note" rows={4} />
    </FormDialog>
  );
}
