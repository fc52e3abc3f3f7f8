import {
  kickSession,
  type LoginLog,
  listLoginLogs,
  listSessions,
  type OnlineSession,
  placeOf,
  type User,
} from "@ops/authority/contract";
import {
  DictText,
  NotLoaded,
  offered,
  type RowAction,
  RowActions,
  showTime,
  useCall,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Table, type TableColumnType } from "antd";

/** Where the person is signed in now, and the last sign-ins. */
export function SignInsTab({ user }: { readonly user: User }) {
  const may = useMay();
  return (
    <div className="sign-ins">
      {may(listSessions) && <Sessions user={user} />}
      {may(listLoginLogs) && <Logs user={user} />}
    </div>
  );
}

function Sessions({ user }: { readonly user: User }) {
  const may = useMay();
  const answer = useEndpoint(listSessions, { query: { userId: user.id } }, { silent: true });
  const kick = useCall(kickSession, { done: "操作成功" });
  const actions: readonly RowAction<OnlineSession>[] = [
    {
      label: "强制下线",
      needs: kickSession,
      danger: true,
      when: ({ isCurrent }) => !isCurrent,
      confirm: `强制下线「${user.userName}」？未保存的内容会丢失。`,
      run: ({ id }) => kick.call({ params: { id } }),
    },
  ];
  return (
    <section aria-label="在线会话">
      <h3>在线会话</h3>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<OnlineSession>
          rowKey="id"
          size="small"
          loading={answer.isPending}
          pagination={false}
          dataSource={answer.data?.list ?? []}
          locale={{ emptyText: answer.isPending ? " " : "当前不在线" }}
          columns={[
            { title: "组织", key: "org", render: (_, { organizationName }) => organizationName ?? "-" },
            { title: "登录方式", dataIndex: "loginKindName", width: 110 },
            { title: "设备", dataIndex: "deviceName", width: 180 },
            { title: "地区 / IP", key: "ip", width: 180, render: (_, session) => placeOf(session) },
            { title: "登录时间", key: "at", width: 165, render: (_, { createdAt }) => showTime(createdAt) },
            { title: "最后活动", key: "seen", width: 165, render: (_, { lastSeenAt }) => showTime(lastSeenAt) },
            {
              title: "操作",
              key: "actions",
              width: 100,
              render: (_, session) => <RowActions actions={offered(actions, session, may)} row={session} />,
            },
          ]}
        />
      )}
    </section>
  );
}

function Logs({ user }: { readonly user: User }) {
  const answer = useEndpoint(listLoginLogs, { query: { userId: user.id, pageSize: 20 } }, { silent: true });
  return (
    <section aria-label="最近登录">
      <h3>最近登录</h3>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<LoginLog>
          rowKey="id"
          size="small"
          loading={answer.isPending}
          pagination={false}
          dataSource={answer.data?.list ?? []}
          locale={{ emptyText: answer.isPending ? " " : "还没有登录记录" }}
          columns={logColumns}
        />
      )}
    </section>
  );
}

const logColumns: TableColumnType<LoginLog>[] = [
  { title: "时间", key: "at", width: 165, render: (_, { occurredAt }) => showTime(occurredAt) },
  { title: "方式", key: "kind", width: 110, render: (_, { kind }) => <DictText code="login_kind" value={kind} /> },
  {
    title: "结果",
    key: "result",
    width: 140,
    render: (_, { result }) => <DictText code="login_result" value={result} />,
  },
  { title: "说明", key: "detail", render: (_, { detail }) => detail ?? "-" },
  { title: "地区 / IP", key: "ip", width: 180, render: (_, log) => placeOf(log) },
  { title: "设备", dataIndex: "device", width: 180 },
];
