import { percentage } from "@ops/platform/contract";
import { LineChart, NotLoaded, PlainTable, useClosing, useEndpoint } from "@ops/platform/web";
import { dutyFamilies, GAP_DAYS, getStoreStats, ROSTER_DAYS, type StoreStats } from "@ops/store/contract";
import { Button, Drawer, Skeleton } from "antd";
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
          <Turnover stats={data} />
        </div>
      )}
    </Drawer>
  );
}

interface OfStats {
  readonly stats: StoreStats;
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
            render: (_, { occupied, quota }) => percentage(occupied, quota),
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
            render: (_: unknown, { vacancies }: StoreStats["gaps"][number]) => vacancies[at],
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

function Turnover({ stats: { turnover } }: OfStats) {
  const rate = ({ left, atStart, atEnd }: StoreStats["turnover"][number]) =>
    atStart + atEnd === 0 ? 0 : Math.round((left * 20_000) / (atStart + atEnd)) / 100;
  const data = {
    categories: turnover.map(({ month }) => month),
    series: [{ name: "月离职率（%）", values: turnover.map(rate) }],
  };
  return <LineChart title="月离职率（近12个月）" categoryTitle="月份" data={data} />;
}
