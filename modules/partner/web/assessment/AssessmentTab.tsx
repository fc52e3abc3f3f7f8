import { BarChartOutlined } from "@ant-design/icons";
import {
  type Assessment,
  assessmentMetrics,
  listAssessments,
  type PartnerDetail,
  saveAssessment,
} from "@ops/partner/contract";
import { LineChart, Note, NotLoaded, RadarChart, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Skeleton } from "antd";
import { AssessmentTable } from "./AssessmentTable.tsx";
import { SaveAssessmentDialog } from "./SaveAssessmentDialog.tsx";
import "./assessment.css";

/** 考核: compares the last month with the one before, and shows the trend of the total and every month (PT-R15). */
export function AssessmentTab({ partner }: { readonly partner: PartnerDetail }) {
  const may = useMay();
  const saving = useDialog<{ assessment: Assessment | null }>();
  const input = { params: { id: partner.id } };
  const { data, error, refetch } = useEndpoint(listAssessments, input, { silent: true });
  if (error && !data) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { list } = data;
  const add = may(saveAssessment) && (
    <Button type="primary" size="small" onClick={() => saving.open({ assessment: null })}>
      新增考核
    </Button>
  );
  return (
    <div className="assessment">
      {list.length === 0 ? (
        <Note icon={<BarChartOutlined />} sentence="还没有考核" hint="每月1日自动生成上月考核" action={add} />
      ) : (
        <>
          <div className="assessment-charts">
            <RadarChart title="指标得分" height={280} categoryTitle="指标" max={100} data={radarOf(list)} />
            <LineChart title="总分趋势" height={280} categoryTitle="月份" max={100} data={trendOf(list)} />
          </div>
          <div className="partner-part-head">
            <b>月度考核</b>
            {add}
          </div>
          <AssessmentTable list={list} onEdit={(assessment) => saving.open({ assessment })} />
        </>
      )}
      {saving.value && (
        <SaveAssessmentDialog
          partner={partner}
          assessment={saving.value.assessment}
          list={list}
          onClose={saving.close}
        />
      )}
    </div>
  );
}

const scored = ({ items }: Assessment) => items.some(({ score }) => score !== null);

/** The two newest months with scores; metrics that do not count are left out. */
function radarOf(list: readonly Assessment[]) {
  const shown = list.filter(scored).slice(0, 2);
  const metrics = (shown[0]?.items ?? []).filter(({ weight }) => weight > 0).map(({ metric }) => metric);
  return {
    categories: metrics.map((metric) => assessmentMetrics[metric]),
    series: shown.map(({ period, items }) => ({
      name: period,
      values: metrics.map((metric) => items.find((item) => item.metric === metric)?.score ?? null),
    })),
  };
}

const MONTHS = 12;

function trendOf(list: readonly Assessment[]) {
  const months = list
    .filter(({ total }) => total !== null)
    .slice(0, MONTHS)
    .reverse();
  return {
    categories: months.map(({ period }) => period),
    series: [{ name: "总分", values: months.map(({ total }) => total) }],
  };
}
