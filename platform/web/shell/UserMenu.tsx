import { LockOutlined, LogoutOutlined } from "@ant-design/icons";
import { Avatar, Dropdown, type MenuProps } from "antd";
import { useRef } from "react";
import { sessionPort } from "../session/session-port.ts";
import { useSessionStore } from "../session/session-store.ts";
import { useSession } from "../session/use-session.ts";
import { feedback } from "./feedback.ts";
import { hasUnsaved } from "./page/unsaved.ts";

const items: NonNullable<MenuProps["items"]> = [
  { key: "password", icon: <LockOutlined />, label: "修改密码" },
  { key: "signOut", icon: <LogoutOutlined />, label: "退出登录" },
];

export function UserMenu() {
  const { user } = useSession();
  const name = user?.userName ?? "";
  const button = useRef<HTMLButtonElement>(null);
  const onClick = ({ key }: { key: string }) => {
    button.current?.focus(); // a dialog that opens now gives the focus back to it; the menu will have gone
    choose(key);
  };
  return (
    <Dropdown menu={{ items, onClick }} trigger={["click"]} placement="bottomRight">
      <button
        ref={button}
        type="button"
        className="plain-button header-button"
        aria-haspopup="menu"
        aria-label={`用户菜单：${name}`}
      >
        <Avatar size={24} className="header-avatar">
          {[...name][0]}
        </Avatar>
        <span>{name}</span>
      </button>
    </Dropdown>
  );
}

function choose(key: string): void {
  if (key === "password") useSessionStore.setState({ changePasswordOpen: true });
  else signOut();
}

/** At once; only typed content asks (PF-R40). */
function signOut(): void {
  const leave = () => sessionPort().signOut();
  if (!hasUnsaved()) void leave();
  else feedback.modal.confirm({ title: "您有未保存的内容，确定退出登录吗？", okText: "退出登录", onOk: leave });
}
