import { type RegionNode, regionTree } from "@ops/platform/contract";
import { Input, Skeleton, Tree, type TreeDataNode } from "antd";
import { useDeferredValue, useMemo, useRef, useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { useElementSize } from "../list/use-element-size.ts";

/** 行政区划: provinces, cities and districts by their GB/T 2260 code; found by name, code, pinyin or initials. */
export function RegionSettings() {
  const answer = useEndpoint(regionTree, { query: { depth: 3 } }, { silent: true, staleTime: 600_000 });
  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active title={false} paragraph={{ rows: 10 }} />;
  return <Regions regions={answer.data} />;
}

function Regions({ regions }: { readonly regions: readonly RegionNode[] }) {
  const [typed, setTyped] = useState("");
  const search = useDeferredValue(typed.trim().toLowerCase());
  const found = useMemo(() => foundIn(regions, search), [regions, search]);
  const room = useRef<HTMLDivElement>(null);
  const { height } = useElementSize(room);
  return (
    <div className="settings-list">
      <header>
        <Input
          allowClear
          placeholder="名称 / 代码 / 拼音"
          aria-label="搜索行政区划"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <span className="settings-hint settings-aside">国家标准 GB/T 2260，随版本更新</span>
      </header>
      <div ref={room} className="settings-regions-room">
        {found.lines.length === 0 && <p className="settings-hint">没有符合的行政区划</p>}
        <Tree
          key={search}
          blockNode
          selectable={false}
          height={height}
          treeData={found.lines}
          defaultExpandedKeys={found.opened}
        />
      </div>
    </div>
  );
}

interface Found {
  readonly lines: TreeDataNode[];
  /** What has to be open so that all that was found is seen. */
  readonly opened: string[];
}

function foundIn(regions: readonly RegionNode[], search: string): Found {
  const opened: string[] = [];
  const linesOf = (nodes: readonly RegionNode[], isInside: boolean): TreeDataNode[] =>
    nodes.flatMap((region) => {
      const fits = isInside || fitsBy(region, search);
      const children = linesOf(region.children, fits);
      if (!fits && children.length === 0) return [];
      if (!fits) opened.push(region.code);
      return [{ key: region.code, title: <Line region={region} />, children }];
    });
  return { lines: linesOf(regions, search === ""), opened };
}

function fitsBy({ name, code, pinyin }: RegionNode, search: string): boolean {
  const syllables = pinyin.split(" ");
  const initials = syllables.map((syllable) => syllable.charAt(0)).join("");
  return (
    name.includes(search) ||
    code.startsWith(search) ||
    syllables.join("").startsWith(search) ||
    initials.startsWith(search)
  );
}

function Line({ region: { name, code } }: { readonly region: RegionNode }) {
  return (
    <>
      {name} <span className="settings-hint tabular">{code}</span>
    </>
  );
}
