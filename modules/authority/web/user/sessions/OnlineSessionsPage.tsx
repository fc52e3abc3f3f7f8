import {
  kickByOrg,
  kickSession,
  listSessions,
  type OnlineSession,
  placeOf,
  sessionSheet,
} from "@ops/authority/contract";
import { columnsOf, ListPage, useCall, useDialog } from "@ops/platform/web";
import { Tag } from "antd";
import { treeFilters } from "../choices/tree-filters.tsx";
import { KickByOrgDialog } from "./KickByOrgDialog.tsx";

export function OnlineSessionsPage() {
  const kicking = useDialog<true>();
  const kick = useCall(kickSession, { done: "操作成功" });
  const kickQuietly = useCall(kickSession);
  const kickAll = async (rows: OnlineSession[], clear: () => void) => {
    for (const { id } of rows) await kickQuietly.call({ params: { id } });
    clear();
  };

  return (
    <ListPage
      title="在线会话"
      memory=":sessions"
      endpoint={listSessions}
      filters={["keyword", "createdAt"]}
      beside={treeFilters}
      columns={columnsOf(listSessions, {
        userName: { width: 130, as: (s) => <Who session={s} /> },
        staffNo: { width: 100, hidden: true },
        organizationName: 170,
        loginKindName: 95,
        deviceName: 150,
        ip: placeOf,
        createdAt: true,
        lastSeenAt: true,
      })}
      tools={[{ label: "按组织下线", needs: kickByOrg, danger: true, run: () => kicking.open(true) }]}
      exports={sessionSheet}
      rowActions={[
        {
          label: "强制下线",
          needs: kickSession,
          danger: true,
          when: ({ isCurrent }) => !isCurrent,
          confirm: ({ userName }) => `强制下线「${userName}」？未保存的内容会丢失。`,
          run: ({ id }) => kick.call({ params: { id } }),
        },
      ]}
      batchActions={[
        {
          label: "强制下线",
          needs: kickSession,
          danger: true,
          when: ({ isCurrent }) => !isCurrent,
          confirm: (rows) => `强制下线所选的 ${rows.length} 个会话？`,
          run: kickAll,
        },
      ]}
      empty="当前没有在线会话"
    >
      {kicking.value && <KickByOrgDialog onClose={kicking.close} />}
    </ListPage>
  );
}

function Who({ session }: { readonly session: OnlineSession }) {
  return (
    <span className="user-state">
      {session.userName}
      {session.isCurrent && <Tag color="blue">当前</Tag>}
    </span>
  );
}
