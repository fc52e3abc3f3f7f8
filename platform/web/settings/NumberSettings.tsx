import { listNumberRules, type NumberRuleLine } from "@ops/platform/contract";
import { Table, type TableColumnType } from "antd";
import { useEndpoint } from "../call/use-query.ts";
import { NotLoaded } from "../list/list-states.tsx";

const columns: TableColumnType<NumberRuleLine>[] = [
  { title: "业务", dataIndex: "name", width: 200 },
  { title: "编码", dataIndex: "kind", width: 180, className: "settings-key" },
  { title: "前缀", dataIndex: "prefix", width: 90 },
  { title: "下一个单号", dataIndex: "sample" },
  { title: "今日已取号", dataIndex: "drawn", width: 110, align: "right" },
];

/** 单号规则: modules declare them; here is how far each has come. */
export function NumberSettings() {
  const answer = useEndpoint(listNumberRules, {}, { silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <div className="settings-list">
      <p className="settings-hint">
        单号 = 前缀 + 年月日 + 6 位流水，每日从 1 开始，超过 999999
        自动增加位数。前缀由各模块声明，不可修改；服务器按每次 20 个取号，中间可能有空号，不会重复。
      </p>
      <Table<NumberRuleLine>
        rowKey="kind"
        size="small"
        className="tabular"
        loading={answer.isPending}
        dataSource={answer.data ?? []}
        columns={columns}
        pagination={false}
      />
    </div>
  );
}
