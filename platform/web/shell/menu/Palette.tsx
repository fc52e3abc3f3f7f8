import { SearchOutlined } from "@ant-design/icons";
import { Input } from "antd";
import { type KeyboardEvent, useState } from "react";
import { useSession } from "../../session/use-session.ts";
import { useShellStore } from "../shell-store.ts";
import { groupIcon } from "./group-icons.tsx";
import { useOpenMenu } from "./MenuLink.tsx";
import { menuPages } from "./menu-tree.ts";
import { type Found, findPages, groupOf } from "./palette-search.ts";
import { usePinyin } from "./use-pinyin.ts";

const close = () => useShellStore.setState({ paletteOpen: false });

/** Finds pages by name, pinyin or initials. It is loaded when somebody asks for it. */
export function Palette() {
  const { search, found, current, type, open, steer } = usePalette();
  return (
    <>
      <Input
        autoFocus
        size="large"
        prefix={<SearchOutlined aria-hidden />}
        placeholder="输入页面名称、拼音或首字母"
        value={search}
        onChange={({ target }) => type(target.value)}
        onKeyDown={steer}
        role="combobox"
        aria-label="搜索菜单"
        aria-expanded
        aria-controls="palette-list"
        aria-activedescendant={found.length > 0 ? `palette-${current}` : undefined}
      />
      <PaletteList found={found} current={current} onOpen={open} />
    </>
  );
}

function usePalette() {
  const openMenu = useOpenMenu();
  const { menu } = useSession();
  const [{ search, chosen }, setState] = useState({ search: "", chosen: 0 });
  const match = usePinyin(search);
  const found = findPages(menuPages(menu), search, match);
  const current = Math.min(chosen, found.length - 1);

  function open(one: Found | undefined): void {
    if (!one) return;
    close();
    openMenu(one.line.node);
  }

  function steer(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && !event.nativeEvent.isComposing) open(found[current]);
    if (!step || found.length === 0) return;
    event.preventDefault();
    setState({ search, chosen: (current + step + found.length) % found.length });
  }

  const type = (typed: string) => setState({ search: typed, chosen: 0 });
  return { search, found, current, type, open, steer };
}

interface PaletteListProps {
  found: readonly Found[];
  current: number;
  onOpen: (found: Found) => void;
}

function PaletteList({ found, current, onOpen }: PaletteListProps) {
  return (
    <>
      <div id="palette-list" role="listbox" aria-label="页面" className="palette-list">
        {found.map((one, at) => (
          <PaletteOption
            key={one.line.node.key}
            found={one}
            at={at}
            chosen={at === current}
            onOpen={() => onOpen(one)}
          />
        ))}
      </div>
      {found.length === 0 && <p className="palette-empty">没有找到相关页面，请换个词试试</p>}
    </>
  );
}

interface PaletteOptionProps {
  found: Found;
  at: number;
  chosen: boolean;
  onOpen: () => void;
}

function PaletteOption({ found: { line, part }, at, chosen, onOpen }: PaletteOptionProps) {
  const title = line.node.title;
  const [from, to] = part ?? [0, -1];
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the input steers the list by arrow keys and Enter
    <div
      id={`palette-${at}`}
      role="option"
      aria-selected={chosen}
      tabIndex={-1}
      className="palette-option"
      ref={(node) => {
        if (chosen) node?.scrollIntoView({ block: "nearest" });
      }}
      onClick={onOpen}
    >
      <span aria-hidden>{groupIcon(line.above[0]?.title ?? "")}</span>
      <span className="palette-title">
        {title.slice(0, from)}
        <b>{title.slice(from, to + 1)}</b>
        {title.slice(to + 1)}
      </span>
      <span className="palette-group">{groupOf(line)}</span>
    </div>
  );
}
