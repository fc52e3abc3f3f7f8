import { ListFrame, LogsView, NotLoaded, useDialog, useEndpoint, useMay } from "@ops/platform/web";
import { type CarMarketType, createCarMarketType, listCarMarketTypes, sortCarMarketTypes } from "@ops/vehicle/contract";
import { Drawer, Table } from "antd";
import { typeColumns } from "./type-columns.tsx";
import { TypeDialog } from "./type-dialogs.tsx";
import { type TypeRow, typeRows } from "./type-rows.ts";
import { useTypeSort } from "./use-type-sort.ts";
import "../vehicle.css";

/** 车辆市场类型 (5.3): a tree of two levels. Rows can be dragged within their level. */
export default function CarMarketTypePage() {
  const may = useMay();
  const asked = useDialog<{ type: CarMarketType | null; parentId: string | null }>();
  const logs = useDialog<CarMarketType>();
  const answer = useEndpoint(listCarMarketTypes, {}, { silent: true });
  const types = answer.data ?? [];
  const sort = useTypeSort(types);
  const columns = typeColumns({
    may,
    movable: may(sortCarMarketTypes),
    sort,
    onEdit: (type) => asked.open({ type, parentId: type.parentId }),
    onAdd: ({ id }) => asked.open({ type: null, parentId: id }),
    onLogs: logs.open,
  });
  return (
    <ListFrame
      title="车辆市场类型"
      tools={[
        {
          label: "新增",
          needs: createCarMarketType,
          primary: true,
          run: () => asked.open({ type: null, parentId: null }),
        },
      ]}
      dialogs={
        <>
          {asked.value && <TypeDialog types={types} {...asked.value} onClose={asked.close} />}
          {logs.value && (
            <Drawer open size={720} title={`日志 · ${logs.value.typeName}`} onClose={logs.close}>
              <LogsView bizType="carMarketType" bizId={logs.value.id} />
            </Drawer>
          )}
        </>
      }
    >
      {answer.error && types.length === 0 ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<TypeRow>
          // a new key when the rows arrive, so that all of them are expanded
          key={types.length === 0 ? "waiting" : "here"}
          className="vehicle-page"
          rowKey="id"
          size="medium"
          pagination={false}
          loading={answer.isPending}
          dataSource={typeRows(types)}
          columns={columns}
          scroll={{ x: 900 }}
          expandable={{ defaultExpandAllRows: true, indentSize: 20 }}
          onRow={({ id }) => sort.rowProps(id)}
          locale={{ emptyText: answer.isPending ? " " : "还没有市场类型，点击「新增」" }}
        />
      )}
    </ListFrame>
  );
}
