import { EditOutlined } from "@ant-design/icons";
import { groupIcon, type MenuLine, MenuLink } from "@ops/platform/web";
import { Button } from "antd";
import { useState } from "react";
import { HomeCard } from "./HomeCard.tsx";
import { PinDialog } from "./PinDialog.tsx";
import { usePinned } from "./pinned-pages.ts";

/** 快捷入口: up to eight pages that the user pinned. */
export function QuickEntries({ userId, pages }: { userId: string; pages: readonly MenuLine[] }) {
  const { pinned, pin } = usePinned(userId, pages);
  const [choosing, setChoosing] = useState(false);
  const edit = (
    <Button type="text" size="small" icon={<EditOutlined />} onClick={() => setChoosing(true)}>
      编辑
    </Button>
  );
  return (
    <HomeCard title="快捷入口" extra={edit}>
      {pinned.length === 0 && <p className="home-hint">还没有快捷入口，点击「编辑」选择常用页面</p>}
      <ul className="home-entries">
        {pinned.map(({ node, above }) => (
          <li key={node.key}>
            <MenuLink node={node}>
              <span className="home-entry-icon" aria-hidden>
                {groupIcon(above[0]?.title ?? "")}
              </span>
              <span className="home-entry-text">
                <b>{node.title}</b>
                <small>{above.at(-1)?.title}</small>
              </span>
            </MenuLink>
          </li>
        ))}
      </ul>
      {choosing && (
        <PinDialog
          pages={pages}
          pinned={pinned.map(({ node }) => node.path)}
          onPin={(paths) => {
            pin(paths);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </HomeCard>
  );
}
