import {
  kickByOrg,
  kickSession,
  listSessions,
  type OnlineSession,
  placeOf,
  sessionSheet,
} from "@ops/authority/contract";
import { dayRangeFilter, ListPage, showTime, textFilter, useCall, useDialog } from "@ops/platform/web";
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
      filters={[
        textFilter("keyword", "关键字", "姓名 / 完整手机号 / 完整工号"),
        dayRangeFilter("createdAt", "登录时间"),
      ]}
      beside={treeFilters}
      columns={[
        { title: "姓名", show: "userName", width: 130, as: (s) => <Who session={s} /> },
        { title: "工号", show: "staffNo", width: 100, hidden: true },
        { title: "组织", show: "organizationName", width: 170 },
        { title: "登录方式", show: "loginKindName", width: 95 },
        { title: "设备", show: "deviceName", width: 150 },
        { title: "地区 / IP", show: "ip", width: 150, as: placeOf },
        { title: "登录时间", show: "createdAt", width: 155, as: (s) => showTime(s.createdAt) },
        { title: "最后活动", show: "lastSeenAt", width: 155, as: (s) => showTime(s.lastSeenAt) },
      ]}
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
