import { HolderOutlined } from "@ant-design/icons";
import type { Endpoint } from "@ops/platform/contract";
import { actionColumns, tableColumnsOf } from "@ops/platform/web";
import {
  type CarMarketType,
  createCarMarketType,
  editCarMarketType,
  getCarMarketType,
  listCarMarketTypes,
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
  const columns = tableColumnsOf(listCarMarketTypes, {
    typeCode: { title: "编码", width: 190, as: (type) => <Code type={type} handle={movable ? sort.handle : null} /> },
    typeName: { title: "名称", width: 140 },
    rightsAllowed: 120,
    usableFor: 120,
    carCount: true,
    status: true,
    updatedAt: true,
  });
  return [...columns, ...actionColumns(actions, may, { fixed: "end" })];
}

interface CodeProps {
  readonly type: CarMarketType;
  /** The handle that drags a row; null for people who may not sort. */
  readonly handle: Options["sort"]["handle"] | null;
}

function Code({ type: { id, typeCode, typeName }, handle }: CodeProps) {
  return (
    <>
      {handle && (
        <button
          type="button"
          className="market-handle"
          aria-label={`移动「${typeName}」，按住 Alt 用上下键`}
          {...handle(id)}
        >
          <HolderOutlined />
        </button>
      )}
      {typeCode}
    </>
  );
}
