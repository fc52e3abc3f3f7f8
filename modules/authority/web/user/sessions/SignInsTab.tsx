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
  actionColumns,
  PlainTable,
  type RowAction,
  tableColumnsOf,
  useCall,
  useEndpoint,
  useMay,
} from "@ops/platform/web";

/** Lists the present sessions of the person and the last sign-ins. */
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
      <PlainTable<OnlineSession>
        of={answer}
        rows={answer.data?.list}
        empty="当前不在线"
        columns={[
          ...tableColumnsOf(listSessions, {
            organizationName: true,
            loginKindName: 110,
            deviceName: 180,
            ip: { width: 180, as: placeOf },
            createdAt: true,
            lastSeenAt: true,
          }),
          ...actionColumns(actions, may),
        ]}
      />
    </section>
  );
}

function Logs({ user }: { readonly user: User }) {
  const answer = useEndpoint(listLoginLogs, { query: { userId: user.id, pageSize: 20 } }, { silent: true });
  return (
    <section aria-label="最近登录">
      <h3>最近登录</h3>
      <PlainTable<LoginLog> of={answer} rows={answer.data?.list} empty="还没有登录记录" columns={logColumns} />
    </section>
  );
}

const logColumns = tableColumnsOf(listLoginLogs, {
  occurredAt: true,
  kind: 110,
  result: 140,
  detail: true,
  ip: { width: 180, as: placeOf },
  device: 180,
});
