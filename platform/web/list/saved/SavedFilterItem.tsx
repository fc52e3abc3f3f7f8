import {
  chooseDefaultFilter,
  editSavedFilter,
  listDefaultFilters,
  listSavedFilters,
  removeSavedFilter,
  type SavedFilter,
  SHARE_FILTERS,
} from "@ops/platform/contract";
import { Button, Input, Tag } from "antd";
import { type KeyboardEvent, useState } from "react";
import { useCall } from "../../call/use-call.ts";
import { confirm } from "../../dialog/confirm.ts";
import { useMay } from "../../session/use-session.ts";
import { MoreActions } from "../action/MoreActions.tsx";
import { type FilterValues, sameFilters } from "../filter/filter-values.ts";
import { nameCount } from "./filter-name.ts";
import type { SplitFilters } from "./split-filters.ts";

interface Props {
  readonly saved: SavedFilter;
  readonly current: SplitFilters;
  readonly isFirst: boolean;
  readonly onApply: (filters: FilterValues) => void;
}

const refreshes = [listSavedFilters, listDefaultFilters];

/** One filter: a click applies it, the star makes it the default, 更多 changes it. */
export function SavedFilterItem({ saved, current, isFirst, onApply }: Props) {
  const { id, name, isShared, isDefault, isOwn, makerName } = saved;
  const [isRenaming, setRenaming] = useState<boolean | null>(null);
  const choosing = useCall(chooseDefaultFilter, { refreshes });
  const isApplied = sameFilters(saved.filters, current.kept) && current.leftOut.length === 0;
  if (isRenaming) return <Renaming saved={saved} onClose={() => setRenaming(false)} />;
  return (
    <li>
      <button
        type="button"
        className="saved-filter-star plain-button"
        aria-label={`打开列表时默认使用“${name}”`}
        aria-pressed={isDefault}
        title={isDefault ? "取消默认" : "设为默认"}
        disabled={choosing.pending || choosing.offline}
        onClick={() => void choosing.call({ params: { id }, body: { isDefault: !isDefault } })}
      >
        {isDefault ? "★" : "☆"}
      </button>
      <button
        ref={isRenaming === false ? focusOnce : null}
        type="button"
        className="saved-filter-name plain-button"
        data-first={isFirst || undefined}
        aria-current={isApplied || undefined}
        title={name}
        onClick={() => onApply(saved.filters)}
      >
        {name}
      </button>
      {isShared && (
        <Tag variant="filled" title={isOwn ? "与本组织共享" : `${makerName}共享`}>
          共享
        </Tag>
      )}
      <Changes saved={saved} current={current} onRename={() => setRenaming(true)} />
    </li>
  );
}

/** Where its name was typed, the focus goes on from the filter. */
const focusOnce = (button: HTMLButtonElement | null) => button?.focus();

interface ChangesProps {
  readonly saved: SavedFilter;
  readonly current: SplitFilters;
  readonly onRename: () => void;
}

function Changes({ saved, current, onRename }: ChangesProps) {
  const { id, name, version, isShared, mayChange } = saved;
  const mayShare = useMay()(SHARE_FILTERS);
  const editing = useCall(editSavedFilter, { done: "已保存", refreshes });
  const removing = useCall(removeSavedFilter, { done: "已删除", refreshes });
  if (!mayChange) return null;
  const edit = (changes: { filters?: FilterValues; isShared?: boolean }) =>
    editing.call({ params: { id }, body: { ...changes, version } });
  const overwrite = async () => {
    if (await confirm({ title: `用当前条件覆盖“${name}”？`, okText: "覆盖" })) await edit({ filters: current.kept });
  };
  const remove = async () => {
    const title = `删除常用筛选“${name}”？`;
    const content = isShared ? "本组织的其他人也将看不到它。" : "";
    if (await confirm({ title, content, okText: "删除", danger: true })) {
      await removing.call({ params: { id }, query: { version } });
    }
  };
  const isEmpty = Object.keys(current.kept).length === 0;
  const sharing = { label: isShared ? "取消共享" : "与本组织共享", run: () => edit({ isShared: !isShared }) };
  const actions = [
    { label: "重命名", run: onRename },
    { label: "用当前条件覆盖", reason: isEmpty ? "当前没有可保存的筛选条件" : null, run: overwrite },
    ...(isShared || mayShare ? [sharing] : []),
    { label: "删除", danger: true, run: remove },
  ];
  return (
    <MoreActions
      actions={actions}
      onChoose={({ run }) => run()}
      look={{ type: "link", size: "small", disabled: editing.pending || removing.pending || editing.offline }}
    />
  );
}

/** Enter keeps the new name, Esc the old one. */
function Renaming({ saved: { id, name, version }, onClose }: { saved: SavedFilter; onClose: () => void }) {
  const [draft, setDraft] = useState(name);
  const editing = useCall(editSavedFilter, { done: "已重命名", refreshes, onDone: onClose });
  const save = () => {
    if (draft.trim() === name || draft.trim() === "") return onClose();
    void editing.call({ params: { id }, body: { name: draft, version } });
  };
  const act = (event: KeyboardEvent) => {
    if (event.key === "Enter") save();
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onClose();
  };
  return (
    <li>
      <Input
        autoFocus
        size="small"
        aria-label={`“${name}”的新名称`}
        count={nameCount}
        value={draft}
        onChange={({ target }) => setDraft(target.value)}
        onKeyDown={act}
      />
      <Button type="link" size="small" loading={editing.pending} onClick={save}>
        确定
      </Button>
    </li>
  );
}
