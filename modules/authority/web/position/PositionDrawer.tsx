import { createPosition, editPosition, listPositions, type Position, removePosition } from "@ops/authority/contract";
import {
  DotText,
  NotLoaded,
  offered,
  RowActions,
  removeAction,
  useDialog,
  useDict,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { Button, Drawer, Input, Table, type TableColumnType } from "antd";
import { useState } from "react";
import { CreatePositionDialog } from "./CreatePositionDialog.tsx";
import { EditPositionDialog } from "./EditPositionDialog.tsx";

const PAGE_SIZE = 20;
const removePositionAction = removeAction({
  endpoint: removePosition,
  question: ({ name }: Position) => `确认删除职位「${name}」？`,
  refreshes: [listPositions],
  when: ({ holders }) => holders === 0,
});

/** 职位管理: where a position may be held and which roles it brings. */
export function PositionDrawer({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const [open, setOpen] = useState(true);
  const [keyword, setKeyword] = useState("");
  const [pageNo, setPageNo] = useState(1);
  const creating = useDialog<true>();
  const editing = useDialog<Position>();
  const query = { pageNo, pageSize: PAGE_SIZE, ...(keyword ? { keyword } : {}) };
  const answer = useEndpoint(listPositions, { query }, { keepPrevious: true, silent: true });
  const columns = usePositionColumns(editing.open);
  const search = (typed: string) => {
    setKeyword(typed.trim());
    setPageNo(1);
  };

  return (
    <Drawer
      title="职位管理"
      open={open}
      size={960}
      onClose={() => setOpen(false)}
      afterOpenChange={(is) => is || onClose()}
    >
      <div className="position-tools">
        <Input.Search allowClear placeholder="职位名称 / 编码" aria-label="搜索职位" onSearch={search} />
        {may(createPosition) && (
          <Button type="primary" onClick={() => creating.open(true)}>
            新增职位
          </Button>
        )}
      </div>
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<Position>
          rowKey="id"
          size="small"
          className="tabular"
          loading={answer.isPending}
          dataSource={answer.data?.list ?? []}
          columns={columns}
          pagination={{
            current: pageNo,
            pageSize: PAGE_SIZE,
            total: answer.data?.total ?? 0,
            showSizeChanger: false,
            showTotal: (n) => `共 ${n} 个职位`,
            onChange: setPageNo,
          }}
          locale={{ emptyText: answer.isPending ? " " : keyword ? "没有符合的职位" : "还没有职位，请先新增" }}
        />
      )}
      {creating.value && <CreatePositionDialog onClose={creating.close} />}
      {editing.value && <EditPositionDialog position={editing.value} onClose={editing.close} />}
    </Drawer>
  );
}

function usePositionColumns(onEdit: (position: Position) => void): TableColumnType<Position>[] {
  const may = useMay();
  const types = useDict("organization_type");
  const typeNames = (codes: readonly string[]) =>
    codes.length === 0 ? "全部" : codes.map((code) => types.find(code)?.entryMeaning ?? code).join("、");
  const actions = [{ label: "编辑", needs: editPosition, run: onEdit }, removePositionAction];
  return [
    { title: "职位名称", dataIndex: "name", width: 130 },
    { title: "编码", dataIndex: "code", width: 150, ellipsis: true },
    { title: "适用组织类型", dataIndex: "orgTypes", width: 150, ellipsis: true, render: typeNames },
    {
      title: "默认角色",
      dataIndex: "defaultRoleNames",
      ellipsis: true,
      render: (names: readonly string[]) => names.join("、") || "-",
    },
    { title: "职级", dataIndex: "rank", width: 60, align: "right" },
    { title: "在任", dataIndex: "holders", width: 60, align: "right" },
    {
      title: "状态",
      dataIndex: "status",
      width: 80,
      render: (_status, { status }) => (
        <DotText tone={status === "ENABLED" ? "good" : "off"} text={status === "ENABLED" ? "启用" : "停用"} />
      ),
    },
    {
      title: "操作",
      key: "actions",
      width: 110,
      render: (_value, position) => <RowActions actions={offered(actions, position, may)} row={position} />,
    },
  ];
}
