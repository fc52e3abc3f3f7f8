import { kickUser, listSessions, type User } from "@ops/authority/contract";
import { feedback, ReasonDialog, useEndpoint, useMay } from "@ops/platform/web";

/** Signs one person out everywhere, after telling how many sessions this ends. */
export function KickUserDialog({ user, onClose }: { readonly user: User; readonly onClose: () => void }) {
  const enabled = useMay()(listSessions);
  const sessions = useEndpoint(listSessions, { query: { userId: user.id, pageSize: 1 } }, { enabled, silent: true });
  return (
    <ReasonDialog
      title={`强制下线 · ${user.userName}`}
      endpoint={kickUser}
      params={{ id: user.id }}
      version={user.version}
      consequence={consequenceOf(sessions.data?.total)}
      danger
      okText="强制下线"
      onDone={({ ended }) => feedback.message.success(`已下线 ${ended} 个会话`)}
      onClose={onClose}
    />
  );
}

function consequenceOf(count: number | undefined): string {
  if (count === 0) return "该用户当前没有在线会话。";
  const which = count === undefined ? "该用户的全部会话" : `该用户的 ${count} 个在线会话`;
  return `${which}会立即退出登录，未保存的内容会丢失。`;
}
