import { EditOutlined } from "@ant-design/icons";
import { groupIcon, isOpenPage, type MenuLine, MenuLink } from "@ops/platform/web";
import { Button } from "antd";
import { type KeyboardEvent, useState } from "react";
import { HomeCard } from "../HomeCard.tsx";
import { PinDialog } from "../PinDialog.tsx";
import { pinnedOf, withHeldBack } from "../pinned-pages.ts";
import { moveByStep } from "../reorder.ts";
import { useHome } from "../use-home.ts";
import { useReorder } from "../use-reorder.ts";
import type { WidgetProps } from "../widget-props.ts";

/** 快捷入口: up to eight pages that the user has pinned. Their order changes by dragging, or with Alt and an arrow key. */
export function EntriesWidget({ title, pages }: WidgetProps) {
  const { pinned: stored, save, canEdit } = useHome();
  const [choosing, setChoosing] = useState(false);
  const [moved, setMoved] = useState<readonly string[] | null>(null);
  const open = pages.filter(({ node }) => isOpenPage(node));
  const pinned = pinnedOf(open, moved ?? stored);
  const paths = pinned.map(({ node }) => node.path);
  const pin = async (chosen: string[]) => {
    const next = withHeldBack(chosen, stored ?? [], open);
    setMoved(next); // shows the new order at once, before it is saved
    await save({ pinned: next }).finally(() => setMoved(null));
  };
  const dragOf = useReorder(paths, (next) => void pin(next));
  const step = (event: KeyboardEvent, path: string) => {
    if (!canEdit || !event.altKey || !["ArrowLeft", "ArrowRight"].includes(event.key)) return;
    event.preventDefault(); // in the browser, Alt and an arrow key would leave the page
    void pin(moveByStep(paths, path, event.key === "ArrowRight" ? 1 : -1));
  };
  const edit = (
    <Button type="text" size="small" disabled={!canEdit} icon={<EditOutlined />} onClick={() => setChoosing(true)}>
      编辑
    </Button>
  );
  return (
    <HomeCard title={title} extra={edit}>
      {pinned.length === 0 && <p className="home-hint home-middle">还没有快捷入口，点击「编辑」选择常用页面</p>}
      <ul className="home-entries" aria-description="拖动，或按 Alt 和左右方向键调整顺序">
        {pinned.map((line) => (
          <li
            key={line.node.path}
            {...(canEdit ? dragOf(line.node.path) : {})}
            onKeyDown={(event) => step(event, line.node.path)}
          >
            <Entry line={line} />
          </li>
        ))}
      </ul>
      {choosing && (
        <PinDialog
          pages={open}
          pinned={paths}
          onPin={(next) => {
            setChoosing(false);
            void pin(next);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </HomeCard>
  );
}

function Entry({ line: { node, above } }: { readonly line: MenuLine }) {
  return (
    <MenuLink node={node}>
      <span className="home-entry-icon" aria-hidden>
        {groupIcon(above[0]?.title ?? "")}
      </span>
      <span className="home-entry-text">
        <b>{node.title}</b>
        <small>{above.at(-1)?.title}</small>
      </span>
    </MenuLink>
  );
}
