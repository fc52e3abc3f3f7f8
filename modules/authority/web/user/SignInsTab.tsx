import {
  kickSession,
  type LoginLog,
  listLoginLogs,
  listSessions,
  type OnlineSession,
  type User,
} from "@ops/authority/contract";
import { confirm, DictText, showTime, useCall, useEndpoint, useMay } from "@ops/platform/web";
import { Button, Table } from "antd";

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
  const answer = useEndpoint(listSessions, { query: { userId: user.id } });
  const kick = useCall(kickSession, { done: "操作成功", refreshes: [listSessions, listLoginLogs] });
  const ask = async ({ id }: OnlineSession) => {
    const agreed = await confirm({
      title: `强制下线「${user.userName}」？未保存的内容会丢失。`,
      okText: "强制下线",
      danger: true,
    });
    if (agreed) await kick.call({ params: { id } });
  };
  return (
    <section aria-label="在线会话">
      <h3>在线会话</h3>
      <Table<OnlineSession>
        rowKey="id"
        size="small"
        loading={answer.isPending}
        pagination={false}
        dataSource={answer.data?.list ?? []}
        locale={{ emptyText: "当前不在线" }}
        columns={[
          { title: "组织", key: "org", render: (_, { organizationName }) => organizationName ?? "-" },
          { title: "登录方式", dataIndex: "loginKindName", width: 110 },
          { title: "设备", dataIndex: "deviceName", width: 180 },
          {
            title: "地区 / IP",
            key: "ip",
            width: 180,
            render: (_, s) => [s.ipRegion, s.ip].filter(Boolean).join(" · "),
          },
          { title: "登录时间", key: "at", width: 165, render: (_, { createdAt }) => showTime(createdAt) },
          { title: "最后活动", key: "seen", width: 165, render: (_, { lastSeenAt }) => showTime(lastSeenAt) },
          {
            title: "操作",
            key: "actions",
            width: 100,
            render: (_, session) =>
              may(kickSession) && !session.isCurrent ? (
                <Button type="link" size="small" danger disabled={kick.pending} onClick={() => ask(session)}>
                  强制下线
                </Button>
              ) : (
                "-"
              ),
          },
        ]}
      />
    </section>
  );
}

function Logs({ user }: { readonly user: User }) {
  const answer = useEndpoint(listLoginLogs, { query: { userId: user.id, pageSize: 20 } });
  return (
    <section aria-label="最近登录">
      <h3>最近登录</h3>
      <Table<LoginLog>
        rowKey="id"
        size="small"
        loading={answer.isPending}
        pagination={false}
        dataSource={answer.data?.list ?? []}
        locale={{ emptyText: "还没有登录记录" }}
        columns={[
          { title: "时间", key: "at", width: 165, render: (_, { occurredAt }) => showTime(occurredAt) },
          {
            title: "方式",
            key: "kind",
            width: 110,
            render: (_, { kind }) => <DictText code="login_kind" value={kind} />,
          },
          {
            title: "结果",
            key: "result",
            width: 140,
            render: (_, { result }) => <DictText code="login_result" value={result} />,
          },
          { title: "说明", key: "detail", render: (_, { detail }) => detail ?? "-" },
          {
            title: "地区 / IP",
            key: "ip",
            width: 180,
            render: (_, log) => [log.ipRegion, log.ip].filter(Boolean).join(" · "),
          },
          { title: "设备", dataIndex: "device", width: 180 },
        ]}
      />
    </section>
  );
}
