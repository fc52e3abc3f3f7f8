import { type InterfaceBodyLog, type InterfaceDetail, listInterfaceBodies } from "@ops/authority/contract";
import { DotText, NotLoaded, showTime, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";
import { useState } from "react";

const SIZE = 10;

/** What was sent and answered in the last seven days, masked; a row opens to its text. */
export function InterfaceBodies({ id, logBody }: Pick<InterfaceDetail, "id" | "logBody">) {
  const [pageNo, setPageNo] = useState(1);
  const input = { params: { id }, query: { pageNo, pageSize: SIZE } };
  const answer = useEndpoint(listInterfaceBodies, input, { keepPrevious: true, silent: true });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<InterfaceBodyLog>
      rowKey="id"
      size="small"
      loading={answer.isFetching}
      dataSource={answer.data?.list ?? []}
      locale={{ emptyText: logBody ? "最近 7 天没有调用" : "未开启记录报文，可在「设置」中开启" }}
      expandable={{ expandedRowRender: (row) => <Bodies {...row} /> }}
      pagination={{
        current: pageNo,
        pageSize: SIZE,
        total: answer.data?.total ?? 0,
        showSizeChanger: false,
        hideOnSinglePage: true,
        onChange: setPageNo,
      }}
      columns={[
        { title: "时间", key: "occurredAt", width: 170, render: (_value, { occurredAt }) => showTime(occurredAt) },
        { title: "调用人", key: "userName", width: 120, render: (_value, { userName }) => userName ?? "未登录" },
        {
          title: "结果",
          key: "result",
          width: 220,
          render: (_value, { status, msgCode }) => (
            <DotText tone={msgCode === "" && status < 400 ? "good" : "bad"} text={msgCode || `HTTP ${status}`} />
          ),
        },
        { title: "耗时(ms)", dataIndex: "ms", width: 90, align: "right" },
        { title: "请求编号", key: "traceId", render: (_value, { traceId }) => <code>{traceId}</code> },
      ]}
    />
  );
}

function Bodies({ request, answer }: InterfaceBodyLog) {
  if (request === null) return "报文含有您无权查看的数据，仅显示调用记录";
  return (
    <dl className="interface-bodies">
      <dt>入参</dt>
      <dd>
        <pre>{indented(request)}</pre>
      </dd>
      <dt>返回</dt>
      <dd>
        <pre>{answer === null ? "没有返回数据" : indented(answer)}</pre>
      </dd>
    </dl>
  );
}

/** Long bodies are cut and no longer JSON: they are shown as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
