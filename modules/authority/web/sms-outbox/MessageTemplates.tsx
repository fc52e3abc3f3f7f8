import { listMessageTemplates, MessageLine } from "@ops/platform/contract";
import { NotLoaded, tableColumnsOf, useEndpoint } from "@ops/platform/web";
import { Table } from "antd";

const columns = tableColumnsOf(MessageLine, {
  code: 160,
  name: 130,
  text: {
    as: ({ text, holes }) => (
      <>
        {text}
        {holes.map(({ name, label }) => (
          <div key={name}>
            <small>{`{${name}} ${label}`}</small>
          </div>
        ))}
      </>
    ),
  },
  longest: 90,
  parts: { width: 90, as: ({ parts }) => `${parts} 条` },
});

/** Lists the templates that operators register with the gateway (PF-R125). */
export function MessageTemplates() {
  const answer = useEndpoint(listMessageTemplates, {});
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <Table<MessageLine>
      rowKey="code"
      size="small"
      loading={answer.isPending}
      dataSource={answer.data ?? []}
      columns={columns}
      pagination={false}
    />
  );
}
