import {
  type Assessment,
  type AssessmentMetric,
  assessmentMetrics,
  metricOrder,
  type PartnerDetail,
  saveAssessment,
} from "@ops/partner/contract";
import { dayOf } from "@ops/platform/contract";
import { FormDialog, serverNow } from "@ops/platform/web";
import { DatePicker, InputNumber } from "antd";
import dayjs from "dayjs";
import { monthBefore, openPeriod } from "./open-period.ts";

interface Props {
  readonly partner: PartnerDetail;
  readonly assessment: Assessment | null;
  /** The months that have an assessment already, so that a new one takes another month. */
  readonly list: readonly Assessment[];
  readonly onClose: () => void;
}

/** Asks for the scores of a month. Values that a module measured are shown and cannot be changed. */
export function SaveAssessmentDialog({ partner, assessment, list, onClose }: Props) {
  const lastMonth = monthBefore(dayOf(new Date(serverNow())).slice(0, 7));
  // no month before the partner began is proposed
  const firstMonth = (partner.activatedAt ?? partner.createdAt).slice(0, 7);
  const period = assessment?.period ?? openPeriod(list, { first: firstMonth, last: lastMonth });
  const { comment, version } = assessment ?? {};
  const scores = (assessment?.items ?? [])
    .filter(({ value }) => value === null)
    .map(({ metric, score }) => ({ metric, score }));
  return (
    <FormDialog
      title={`${assessment ? "编辑考核" : "新增考核"} · ${partner.shortName}`}
      endpoint={saveAssessment}
      params={{ id: partner.id }}
      record={{
        scores,
        ...(period ? { period } : {}),
        ...(comment ? { comment } : {}),
        ...(version ? { version } : {}),
      }}
      refusals={{
        COMMON_DUPLICATE: "period",
        PARTNER_ASSESS_FUTURE: "period",
        PARTNER_ASSESS_PERIOD: "period",
        PARTNER_ASSESS_EMPTY: "scores",
      }}
      done="考核已保存"
      fields={["period", "scores", "comment"]}
      special={{
        period: { control: <MonthInput disabled={assessment !== null} last={lastMonth} />, alone: true },
        scores: {
          label: "得分（0–100）",
          full: true,
          show: () => "得分",
          control: <ScoresInput assessment={assessment} />,
        },
        comment: "仅品牌方可见",
      }}
      onClose={onClose}
    />
  );
}

interface MonthProps {
  readonly id?: string;
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly disabled: boolean;
  readonly last: string;
}

function MonthInput({ value, onChange, last, ...rest }: MonthProps) {
  return (
    <DatePicker
      {...rest}
      picker="month"
      className="form-wide"
      placeholder="请选择月份"
      value={value ? dayjs(`${value}-01`) : null}
      maxDate={dayjs(`${last}-01`).endOf("month")}
      onChange={(_month, text) => onChange?.(typeof text === "string" && text ? text : null)}
    />
  );
}

type Score = { readonly metric: AssessmentMetric; readonly score: number | null };

interface ScoresProps {
  readonly id?: string;
  readonly value?: readonly Score[] | null;
  readonly onChange?: (scores: Score[]) => void;
  readonly assessment: Assessment | null;
}

function ScoresInput({ id, value, onChange, assessment }: ScoresProps) {
  const known = (metric: AssessmentMetric) => assessment?.items.find((item) => item.metric === metric);
  const shown = assessment ? metricOrder.filter((metric) => (known(metric)?.weight ?? 0) > 0) : metricOrder;
  const set = (metric: AssessmentMetric, score: number | null) =>
    onChange?.([...(value ?? []).filter((one) => one.metric !== metric), { metric, score }]);
  return (
    <div className="assessment-input" {...(id ? { id } : {})}>
      {shown.map((metric) => {
        const measured = known(metric)?.value ?? null;
        const given = value?.find((one) => one.metric === metric)?.score ?? null;
        return (
          <div key={metric} className="assessment-score">
            <span>
              {assessmentMetrics[metric]}
              {measured !== null && <small>实测{(measured * 100).toFixed(2)}%</small>}
            </span>
            <InputNumber
              className="form-wide"
              aria-label={assessmentMetrics[metric]}
              min={0}
              max={100}
              precision={2}
              placeholder="未评分"
              disabled={measured !== null}
              value={measured === null ? given : (known(metric)?.score ?? null)}
              onChange={(score) => set(metric, score)}
            />
          </div>
        );
      })}
    </div>
  );
}
