import { listRoles, listUsers, PersonRef, previewMenus, RoleRef } from "@ops/authority/contract";
import type { MenuNode } from "@ops/platform/contract";
import { groupIcon, Note, NotLoaded, RefPicker, useClosing, useEndpoint, useMay, visibleMenu } from "@ops/platform/web";
import { Drawer, Menu, type MenuProps, Radio, Skeleton } from "antd";
import { useState } from "react";

type Subject = "role" | "user";
type Item = NonNullable<MenuProps["items"]>[number];

/** 预览侧边栏 for a role or a person (AU-R40). */
export function PreviewDrawer({ onClose }: { readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const may = useMay();
  const subjects = [
    ...(may(listRoles) ? [{ value: "role" as const, label: "按角色" }] : []),
    ...(may(listUsers) ? [{ value: "user" as const, label: "按用户" }] : []),
  ];
  const [subject, setSubject] = useState<Subject>(subjects[0]?.value ?? "role");
  const [id, setId] = useState<string | null>(null);
  const choose = (next: Subject) => {
    setSubject(next);
    setId(null);
  };
  return (
    <Drawer size={400} title="预览侧边栏" {...drawer}>
      <div className="menu-preview">
        <Radio.Group
          optionType="button"
          options={subjects}
          value={subject}
          onChange={({ target }) => choose(target.value)}
        />
        {subject === "role" ? (
          <RefPicker kind={RoleRef.kind} by={listRoles.permission} label="角色" value={id} onChange={setId} />
        ) : (
          <RefPicker
            kind={PersonRef.kind}
            by={listUsers.permission}
            label="用户"
            placeholder="输入姓名、完整手机号或工号"
            value={id}
            onChange={setId}
          />
        )}
        {id ? <Preview subject={subject} id={id} /> : <Note icon={null} sentence="选择后显示其登录时看到的侧边栏" />}
      </div>
    </Drawer>
  );
}

function Preview({ subject, id }: { readonly subject: Subject; readonly id: string }) {
  const query = subject === "role" ? { roleId: id } : { userId: id };
  const { data, error, refetch } = useEndpoint(previewMenus, { query }, { silent: true });
  if (error) return <NotLoaded reason={error.message} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const shown = visibleMenu(data);
  if (shown.length === 0) return <Note icon={null} sentence="侧边栏只有首页，没有授予任何可见页面" />;
  return (
    <nav className="menu-preview-bar" aria-label="侧边栏预览">
      <Menu
        key={id}
        mode="inline"
        selectable={false}
        inlineIndent={24}
        items={shown.map((node) => itemOf(node, 1))}
        defaultOpenKeys={shown.map(({ key }) => key)}
      />
    </nav>
  );
}

function itemOf(node: MenuNode, level: number): Item {
  const icon = level === 1 ? { icon: groupIcon(node.title) } : {};
  if (node.children.length === 0) return { key: node.key, label: node.title, ...icon };
  return {
    key: node.key,
    label: node.title,
    children: node.children.map((child) => itemOf(child, level + 1)),
    ...icon,
  };
}
