import { addDays, dayOf, percentage } from "@ops/platform/contract";
import {
  FigureLink,
  type FilterValues,
  goTo,
  LineChart,
  NotLoaded,
  PlainTable,
  presetList,
  serverNow,
  useClosing,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  dutyFamilies,
  GAP_DAYS,
  getProjectStats,
  getStoreStats,
  HEADCOUNT_PAGE,
  listHeadcounts,
  listProjects,
  listStaff,
  PROJECT_PAGE,
  projectStages,
  ROSTER_DAYS,
  STAFF_PAGE,
  type StoreStats,
} from "@ops/store/contract";
import { Button, Drawer, Skeleton } from "antd";
import { shareFilters } from "../project/chart-filters.ts";
import { presetProjects } from "../project/preset-projects.ts";
import "./statistics.css";

interface Props {
  /** Shows the roster of a store. */
  readonly onRoster: (storeId: string) => void;
  readonly onClose: () => void;
}

/** 统计 of the stores in the reader's scope (section 9). */
export function StoreStatsDrawer({ onRoster, onClose }: Props) {
  const { drawer } = useClosing(onClose);
  const { data, error, refetch } = useEndpoint(getStoreStats, {}, { silent: true });
  return (
    <Drawer title="门店统计" size={1080} {...drawer}>
      {error && !data && <NotLoaded reason={error.message} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton active paragraph={{ rows: 10 }} />}
      {data && (
        <div className="store-stats">
          <Fillings stats={data} />
          <Gaps stats={data} />
          <RosterGaps stats={data} onRoster={onRoster} />
          <Certs stats={data} />
          <Projects />
          <Turnover stats={data} />
        </div>
      )}
    </Drawer>
  );
}

interface OfStats {
  readonly stats: StoreStats;
}

const dayIn = (days: number) => addDays(dayOf(new Date(serverNow())), days);
const showSeats = (asked: { readonly orgId?: string; readonly day?: string }) =>
  goTo(`${HEADCOUNT_PAGE}?${new URLSearchParams(asked).toString()}`);

function showList(page: string, filters: FilterValues): void {
  presetList(page, filters);
  goTo(page);
}

function Fillings({ stats: { fillings } }: OfStats) {
  return (
    <section aria-label="满编率">
      <h3>满编率（今天）</h3>
      <PlainTable
        rows={fillings.map((row) => ({ id: row.regionOrgId ?? "", ...row }))}
        empty="暂无编制"
        columns={[
          { title: "大区", dataIndex: "regionName" },
          { title: "编制", dataIndex: "quota", width: 80, align: "right" },
          { title: "在岗", dataIndex: "occupied", width: 80, align: "right" },
          {
            title: "满编率",
            width: 100,
            align: "right",
            render: (_, { regionOrgId, regionName, occupied, quota }) => (
              <FigureLink
                label={`${regionName}满编率`}
                value={percentage(occupied, quota)}
                needs={listHeadcounts}
                onOpen={() => showSeats(regionOrgId === null ? {} : { orgId: regionOrgId })}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function Gaps({ stats: { gaps } }: OfStats) {
  return (
    <section aria-label="缺口">
      <h3>缺口</h3>
      <PlainTable
        rows={gaps.map((row) => ({ id: row.positionCode, ...row }))}
        empty="没有缺口"
        columns={[
          { title: "岗位", dataIndex: "positionName" },
          ...GAP_DAYS.map((days, at) => ({
            title: days === 0 ? "现在" : `${days}天后`,
            width: 80,
            align: "right" as const,
            render: (_: unknown, { positionName, vacancies }: StoreStats["gaps"][number]) => (
              <FigureLink
                label={`${positionName}缺口`}
                value={vacancies[at] ?? 0}
                needs={listHeadcounts}
                onOpen={() => showSeats({ day: dayIn(days) })}
              />
            ),
          })),
        ]}
      />
    </section>
  );
}

function RosterGaps({ stats: { rosterGaps }, onRoster }: OfStats & Pick<Props, "onRoster">) {
  return (
    <section aria-label="排班空档">
      <h3>排班空档（{ROSTER_DAYS}天内营业而无人在岗，空档最多的门店）</h3>
      <PlainTable
        rows={rosterGaps.map((row) => ({ id: `${row.storeId} ${row.family}`, ...row }))}
        empty="没有空档"
        columns={[
          {
            title: "门店",
            render: (_, { storeId, storeName }) => (
              <Button type="link" size="small" onClick={() => onRoster(storeId)}>
                {storeName}
              </Button>
            ),
          },
          { title: "排班类型", width: 100, render: (_, { family }) => dutyFamilies[family] },
          {
            title: "空档（小时）",
            width: 120,
            align: "right",
            render: (_, { minutes }) => Math.round(minutes / 6) / 10,
          },
          { title: "最早日期", dataIndex: "firstDay", width: 120 },
        ]}
      />
    </section>
  );
}

function Certs({ stats: { certs } }: OfStats) {
  const show = (filters: FilterValues) => showList(STAFF_PAGE, filters);
  return (
    <section aria-label="认证率">
      <h3>认证率（直营人员）</h3>
      <PlainTable
        rows={certs.map((row) => ({ id: row.positionCode, ...row }))}
        empty="没有须认证的岗位人员"
        columns={[
          { title: "岗位", dataIndex: "positionName" },
          { title: "须认证", dataIndex: "needed", width: 80, align: "right" },
          { title: "已认证", dataIndex: "certified", width: 80, align: "right" },
          {
            title: "认证率",
            width: 100,
            align: "right",
            render: (_, { positionCode, positionName, certified, needed }) => (
              <FigureLink
                label={`${positionName}认证率`}
                value={percentage(certified, needed)}
                needs={listStaff}
                onOpen={() => show({ positionCode })}
              />
            ),
          },
          {
            title: "30天内到期",
            width: 110,
            align: "right",
            render: (_, { positionCode, positionName, expiring }) => (
              <FigureLink
                label={`${positionName}30天内到期`}
                value={expiring}
                needs={listStaff}
                onOpen={() => show({ positionCode, certState: "EXPIRING" })}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

function showProjects(filters: Readonly<Record<string, string>>): void {
  presetProjects(filters);
  goTo(PROJECT_PAGE);
}

/** 项目漏斗, 风险, 准时开业率 and 一次通过率: each number leads to its projects. */
function Projects() {
  const may = useMay();
  const { data } = useEndpoint(getProjectStats, {}, { enabled: may(getProjectStats), silent: true });
  if (!data) return null;
  const rates = [
    { id: "onTime", name: "准时开业率", rate: data.onTime, filters: { state: "DONE" } },
    { id: "firstPass", name: "一次通过率", rate: data.firstPass, filters: {} },
  ];
  const risks = data.shares.filter(({ by }) => by === "RISK");
  return (
    <section aria-label="开店项目">
      <h3>开店项目</h3>
      <dl className="store-stats-counts">
        <dt>项目漏斗（到达阶段）</dt>
        {data.funnel.map(({ stage, count }) => (
          <Count key={stage} name={projectStages[stage]} count={count} filters={{ reached: stage }} />
        ))}
      </dl>
      <dl className="store-stats-counts">
        <dt>风险（未结束）</dt>
        {risks.map((share) => (
          <Count key={share.key} name={share.name} count={share.count} filters={shareFilters(share) ?? {}} />
        ))}
      </dl>
      <PlainTable
        rows={rates}
        empty="暂无数据"
        columns={[
          { title: "指标", dataIndex: "name" },
          { title: "达成", width: 80, align: "right", render: (_, { rate }) => rate.part },
          { title: "总数", width: 80, align: "right", render: (_, { rate }) => rate.whole },
          {
            title: "比率",
            width: 100,
            align: "right",
            render: (_, { name, rate, filters }) => (
              <FigureLink
                label={name}
                value={percentage(rate.part, rate.whole)}
                needs={listProjects}
                onOpen={() => showProjects(filters)}
              />
            ),
          },
        ]}
      />
    </section>
  );
}

interface CountProps {
  readonly name: string;
  readonly count: number;
  readonly filters: Readonly<Record<string, string>>;
}

function Count({ name, count, filters }: CountProps) {
  return (
    <dd>
      {name} <FigureLink label={name} value={count} needs={listProjects} onOpen={() => showProjects(filters)} />
    </dd>
  );
}

function Turnover({ stats: { turnover } }: OfStats) {
  const rate = ({ left, atStart, atEnd }: StoreStats["turnover"][number]) =>
    atStart + atEnd === 0 ? 0 : Math.round((left * 20_000) / (atStart + atEnd)) / 100;
  const data = {
    categories: turnover.map(({ month }) => month),
    series: [{ name: "月离职率（%）", values: turnover.map(rate) }],
  };
  const left = turnover.filter((month) => month.left > 0).toReversed();
  return (
    <section aria-label="月离职率">
      <LineChart title="月离职率（近12个月）" categoryTitle="月份" data={data} />
      <ul className="store-stats-months">
        {left.map((one) => (
          <li key={one.month}>
            {one.month}{" "}
            <FigureLink
              label={`${one.month}离职`}
              value={`离职${one.left}人`}
              needs={listStaff}
              onOpen={() => showList(STAFF_PAGE, { tab: "LEFT", leaveOn: daysOf(one.month) })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The days of a month as a filter asks for them. */
function daysOf(month: string): string {
  const first = `${month}-01`;
  const next = `${addDays(first, 31).slice(0, 7)}-01`;
  return `${first},${addDays(next, -1)}`;
}
