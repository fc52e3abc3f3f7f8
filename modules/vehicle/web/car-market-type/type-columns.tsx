import { HolderOutlined } from "@ant-design/icons";
import type { Endpoint } from "@ops/platform/contract";
import { offered, RowActions, StateTag, showTime } from "@ops/platform/web";
import {
  type CarMarketType,
  catalogueStates,
  createCarMarketType,
  editCarMarketType,
  getCarMarketType,
  marketUses,
} from "@ops/vehicle/contract";
import type { TableColumnType } from "antd";
import type { TypeRow } from "./type-rows.ts";
import type { useTypeSort } from "./use-type-sort.ts";

interface Options {
  readonly may: (needs: Endpoint | string) => boolean;
  readonly movable: boolean;
  readonly sort: ReturnType<typeof useTypeSort>;
  readonly onEdit: (type: CarMarketType) => void;
  readonly onAdd: (type: CarMarketType) => void;
  readonly onLogs: (type: CarMarketType) => void;
}

export function typeColumns({ may, movable, sort, onEdit, onAdd, onLogs }: Options): TableColumnType<TypeRow>[] {
  const actions = [
    { label: "编辑", needs: editCarMarketType, run: onEdit },
    {
      label: "新增下级",
      needs: createCarMarketType,
      when: ({ parentId, status }: TypeRow) => parentId === null && status === "ENABLED",
      run: onAdd,
    },
    { label: "日志", needs: getCarMarketType, run: onLogs },
  ];
  return [
    {
      title: "编码",
      key: "code",
      width: 240,
      render: (_value, { id, typeCode, typeName }) => (
        <>
          {movable && (
            <button
              type="button"
              className="market-handle"
              aria-label={`移动「${typeName}」，按住 Alt 用上下键`}
              {...sort.handle(id)}
            >
              <HolderOutlined />
            </button>
          )}
          {typeCode}
        </>
      ),
    },
    { title: "名称", dataIndex: "typeName", width: 160 },
    { title: "是否享受权益", key: "rights", width: 120, render: (_value, type) => (type.rightsAllowed ? "是" : "否") },
    {
      title: "用途",
      key: "uses",
      width: 120,
      render: (_value, { usableFor }) => usableFor.map((use) => marketUses[use]).join("、") || "-",
    },
    { title: "车辆数", dataIndex: "carCount", width: 90, align: "right" },
    {
      title: "状态",
      key: "status",
      width: 90,
      render: (_value, { status }) => <StateTag machine={catalogueStates} state={status} />,
    },
    { title: "更新时间", key: "updatedAt", width: 165, render: (_value, { updatedAt }) => showTime(updatedAt) },
    {
      title: "操作",
      key: "actions",
      width: 170,
      fixed: "end",
      render: (_value, row) => <RowActions actions={offered(actions, row, may)} row={row} />,
    },
  ];
}
