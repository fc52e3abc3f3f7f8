import {
  createDictEntry,
  type DictType,
  dictEntryStates,
  editDictEntry,
  listManagedDictEntries,
  type ManagedDictEntry,
  removeDictEntry,
} from "@ops/platform/contract";
import { Button, Tag } from "antd";
import { useCall } from "../call/use-call.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { StateTag } from "../dict/StateTag.tsx";
import { toneOfColor } from "../dict/tones.ts";
import type { RowAction } from "../list/action/actions.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { useMay } from "../session/use-session.ts";
import { CreateDictEntryDialog, EditDictEntryDialog } from "./dict-dialogs.tsx";

/** The entries of one dictionary, in their order. */
export function DictEntryTable({ type }: { readonly type: DictType }) {
  const may = useMay();
  const creating = useDialog<number>();
  const editing = useDialog<ManagedDictEntry>();
  const entries = usePaged(listManagedDictEntries, { filters: { code: type.code }, pageSize: 50 });
  const actions = useEntryActions(type, editing.open);
  const lastSort = Math.max(0, ...entries.rows.map(({ sort }) => sort));

  return (
    <section className="settings-entries" aria-label={`字典项 · ${type.name}`}>
      <header>
        <h2>{type.name}</h2>
        <span className="settings-hint">{type.code}</span>
        {type.builtIn && <Tag title="随系统提供：字典项可改名、停用，不能删除">内置</Tag>}
        {may(createDictEntry) && (
          <Button type="primary" disabled={!entries.page} onClick={() => creating.open(lastSort + 1)}>
            新增字典项
          </Button>
        )}
      </header>
      <PagedTable of={entries} columns={columns} rowActions={actions} empty="还没有字典项，请先新增" />
      {creating.value && <CreateDictEntryDialog type={type} sort={creating.value} onClose={creating.close} />}
      {editing.value && <EditDictEntryDialog entry={editing.value} onClose={editing.close} />}
    </section>
  );
}

const columns = columnsOf(listManagedDictEntries, {
  sort: 60,
  entryMeaning: ({ entryMeaning, color }) =>
    color ? (
      <span className="level-tag" data-tone={toneOfColor(color)}>
        {entryMeaning}
      </span>
    ) : (
      entryMeaning
    ),
  entryValue: true,
  status: { width: 80, as: ({ status }) => <StateTag machine={dictEntryStates} state={status} /> },
});

function useEntryActions(type: DictType, onEdit: (entry: ManagedDictEntry) => void): RowAction<ManagedDictEntry>[] {
  const edit = useCall(editDictEntry, { done: "操作成功" });
  const remove = useCall(removeDictEntry, { done: "删除成功！" });
  const turn = (status: ManagedDictEntry["status"]) => (entry: ManagedDictEntry) => {
    const { id, entryMeaning, sort, color, version } = entry;
    return edit.call({ params: { id }, body: { entryMeaning, sort, color, status, version } });
  };
  return [
    { label: "编辑", needs: editDictEntry, run: onEdit },
    {
      label: "停用",
      needs: editDictEntry,
      when: ({ status }) => status === "ENABLED",
      confirm: ({ entryMeaning }) => `停用后「${entryMeaning}」不能再被选择，已有数据仍显示该名称，确认停用？`,
      run: turn("DISABLED"),
    },
    {
      label: "启用",
      needs: editDictEntry,
      when: ({ status }) => status === "DISABLED",
      run: turn("ENABLED"),
    },
    {
      label: "删除",
      needs: removeDictEntry,
      danger: true,
      when: () => !type.builtIn,
      confirm: ({ entryMeaning }) => `确认删除字典项「${entryMeaning}」？`,
      run: ({ id }) => remove.call({ params: { id } }),
    },
  ];
}
