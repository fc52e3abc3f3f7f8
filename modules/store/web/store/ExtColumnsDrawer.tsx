import {
  actionColumns,
  PlainTable,
  RecordForm,
  tableColumnsOf,
  useClosing,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import { createExtColumn, ExtColumn, editExtColumn, listExtColumns } from "@ops/store/contract";
import { Button, Drawer } from "antd";

/** 扩展列: columns that operators add to stores, in their order (ST-R7). */
export function ExtColumnsDrawer({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer, close } = useClosing(onClose);
  const asked = useEndpoint(listExtColumns, {}, { silent: true });
  const editing = useDialog<{ column: ExtColumn | null }>();
  const edit = { label: "编辑", needs: editExtColumn, run: (column: ExtColumn) => editing.open({ column }) };
  return (
    <Drawer
      title="扩展列"
      size={760}
      {...drawer}
      onClose={close}
      extra={may(createExtColumn) && <Button onClick={() => editing.open({ column: null })}>新增扩展列</Button>}
    >
      <PlainTable
        rowKey="id"
        of={asked}
        rows={asked.data}
        empty="还没有扩展列"
        columns={[
          ...tableColumnsOf(ExtColumn, {
            sort: 60,
            label: 0,
            colKey: 120,
            colType: true,
            isRequired: true,
            isInList: true,
            status: true,
          }),
          ...actionColumns([edit], may),
        ]}
      />
      {editing.value && <ExtColumnForm {...editing.value} onClose={editing.close} />}
    </Drawer>
  );
}

function ExtColumnForm({ column, onClose }: { readonly column: ExtColumn | null; readonly onClose: () => void }) {
  return (
    <RecordForm
      entity="扩展列"
      create={createExtColumn}
      edit={editExtColumn}
      record={column}
      name={column?.label}
      start={{ colType: "TEXT", isRequired: false, isInList: false, sort: 0, dictCode: null }}
      fields={["label", "colKey", "colType", "dictCode", "isRequired", "isInList", "sort", "status"]}
      special={{
        colKey: "以小写字母开头，保存后不能修改",
        dictCode: "类型为字典时填写",
        isRequired: "保存门店时必填，已有门店显示待补充",
      }}
      refusals={{ STORE_EXT_TYPE_LOCKED: "colType" }}
      onClose={onClose}
    />
  );
}
