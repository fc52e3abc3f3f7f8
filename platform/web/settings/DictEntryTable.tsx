import {
  createDictEntry,
  type DictType,
  editDictEntry,
  listDictEntries,
  listManagedDictEntries,
  type ManagedDictEntry,
  removeDictEntry,
} from "@ops/platform/contract";
import { Button, Table, type TableColumnType, Tag } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { DotText } from "../dict/StateTag.tsx";
import { toneOfColor } from "../dict/tones.ts";
import { offered, type RowAction } from "../list/actions.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { RowActions } from "../list/RowActions.tsx";
import { useMay } from "../session/use-session.ts";
import { CreateDictEntryDialog, EditDictEntryDialog } from "./dict-dialogs.tsx";

const PAGE_SIZE = 50;
const stale = [listManagedDictEntries, listDictEntries];

/** The entries of one dictionary, in their order. */
export function DictEntryTable({ type }: { readonly type: DictType }) {
  const may = useMay();
  const [pageNo, setPageNo] = useState(1);
  const creating = useDialog<number>();
  const editing = useDialog<ManagedDictEntry>();
  const query = { code: type.code, pageNo, pageSize: PAGE_SIZE };
  const answer = useEndpoint(listManagedDictEntries, { query }, { keepPrevious: true, silent: true });
  const columns = useEntryColumns(type, editing.open);
  const entries = answer.data?.list ?? [];
  const total = answer.data?.total ?? 0;

  return (
    <section className="settings-entries" aria-label={`字典项 · ${type.name}`}>
      <header>
        <h2>{type.name}</h2>
        <span className="settings-hint">{type.code}</span>
        {type.builtIn && <Tag title="随系统提供：字典项可改名、停用，不能删除">内置</Tag>}
        {may(createDictEntry) && (
          <Button type="primary" disabled={!answer.data} onClick={() => creating.open(lastSort(entries) + 1)}>
            新增字典项
          </Button>
        )}
      </header>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<ManagedDictEntry>
          rowKey="id"
          size="small"
          className="tabular"
          loading={answer.isPending}
          dataSource={entries}
          columns={columns}
          pagination={{
            current: pageNo,
            pageSize: PAGE_SIZE,
            total,
            hideOnSinglePage: true,
            showSizeChanger: false,
            onChange: setPageNo,
          }}
          locale={{ emptyText: answer.isPending ? " " : "还没有字典项，请先新增" }}
        />
      )}
      {creating.value && (
        <CreateDictEntryDialog type={type} sort={creating.value} refreshes={stale} onClose={creating.close} />
      )}
      {editing.value && <EditDictEntryDialog entry={editing.value} refreshes={stale} onClose={editing.close} />}
    </section>
  );
}

const lastSort = (entries: readonly ManagedDictEntry[]) => Math.max(0, ...entries.map(({ sort }) => sort));

function useEntryColumns(
  type: DictType,
  onEdit: (entry: ManagedDictEntry) => void,
): TableColumnType<ManagedDictEntry>[] {
  const may = useMay();
  const actions = useEntryActions(type, onEdit);
  return [
    { title: "排序", dataIndex: "sort", width: 60, align: "right" },
    {
      title: "名称",
      dataIndex: "entryMeaning",
      ellipsis: true,
      render: (_value, { entryMeaning, color }) =>
        color ? (
          <span className="level-tag" data-tone={toneOfColor(color)}>
            {entryMeaning}
          </span>
        ) : (
          entryMeaning
        ),
    },
    { title: "值", dataIndex: "entryValue", ellipsis: true },
    {
      title: "状态",
      dataIndex: "status",
      width: 80,
      render: (_value, { status }) => (
        <DotText tone={status === "ENABLED" ? "good" : "off"} text={status === "ENABLED" ? "启用" : "停用"} />
      ),
    },
    {
      title: "操作",
      key: "actions",
      width: 150,
      render: (_value, entry) => <RowActions actions={offered(actions, entry, may)} row={entry} />,
    },
  ];
}

function useEntryActions(type: DictType, onEdit: (entry: ManagedDictEntry) => void): RowAction<ManagedDictEntry>[] {
  const edit = useCall(editDictEntry, { done: "操作成功", refreshes: stale });
  const remove = useCall(removeDictEntry, { done: "删除成功！", refreshes: stale });
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
