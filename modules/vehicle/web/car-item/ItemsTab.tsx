import type { Endpoint } from "@ops/platform/contract";
import {
  actionColumns,
  ImportButton,
  ListFrame,
  NotLoaded,
  tableColumnsOf,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  type CarColor,
  carItemImport,
  createColor,
  createOption,
  editColor,
  editOption,
  listColors,
  listOptions,
} from "@ops/vehicle/contract";
import { Table, type TableColumnType } from "antd";
import type { ReactNode } from "react";
import { Swatch } from "./ColorDots.tsx";
import { ColorDialog, OptionDialog } from "./item-dialogs.tsx";
import { useItems } from "./use-items.ts";
import "../vehicle.css";

/** 选装与颜色 as two tables side by side. */
export function ItemsTab() {
  return (
    <div className="vehicle-two">
      <OptionTable />
      <ColorTable />
    </div>
  );
}

function OptionTable() {
  const { nameOf } = useItems();
  const columns = tableColumnsOf(listOptions, {
    optionCode: { title: "编码", width: 110 },
    optionName: "名称",
    optionGroup: "组",
    contains: { title: "包含", as: ({ contains }) => contains.map(nameOf).join("、") || "-" },
    status: true,
  });
  return (
    <ItemTable
      what="选装"
      lead={<ImportButton kind={carItemImport} />}
      answer={useEndpoint(listOptions, {}, { silent: true })}
      columns={columns}
      create={createOption}
      edit={editOption}
      dialog={(record, onClose) => <OptionDialog record={record} onClose={onClose} />}
    />
  );
}

const colorColumns = tableColumnsOf(listColors, {
  colorCode: { title: "编码", width: 100 },
  colorName: { title: "名称", as: (color) => <ColorName color={color} /> },
  side: true,
  status: true,
});

function ColorTable() {
  return (
    <ItemTable
      what="颜色"
      answer={useEndpoint(listColors, {}, { silent: true })}
      columns={colorColumns}
      create={createColor}
      edit={editColor}
      dialog={(record, onClose) => <ColorDialog record={record} onClose={onClose} />}
    />
  );
}

interface Props<R> {
  readonly what: string;
  readonly lead?: ReactNode;
  readonly answer: Pick<ReturnType<typeof useEndpoint>, "error" | "isPending" | "refetch"> & {
    readonly data?: R[] | undefined;
  };
  readonly columns: readonly TableColumnType<R>[];
  readonly create: Endpoint;
  readonly edit: Endpoint;
  /** Renders the form for an existing record, or for a new one. */
  readonly dialog: (record: R | null, onClose: () => void) => ReactNode;
}

function ItemTable<R extends object>({ what, lead, answer, columns, create, edit, dialog }: Props<R>) {
  const may = useMay();
  const asking = useDialog<{ record: R | null }>();
  const actions = [{ label: "编辑", needs: edit, run: (record: R) => asking.open({ record }) }];
  return (
    <ListFrame
      title={what}
      lead={lead}
      tools={[{ label: `新增${what}`, needs: create, primary: true, run: () => asking.open({ record: null }) }]}
      dialogs={asking.value && dialog(asking.value.record, asking.close)}
    >
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<R>
          rowKey="id"
          size="small"
          pagination={false}
          scroll={{ y: "calc(100vh - 250px)" }}
          loading={answer.isPending}
          dataSource={answer.data ?? []}
          columns={[...columns, ...actionColumns(actions, may)]}
          locale={{ emptyText: answer.isPending ? " " : `还没有${what}，点击「新增${what}」` }}
        />
      )}
    </ListFrame>
  );
}

function ColorName({ color: { hex, side, colorName } }: { readonly color: CarColor }) {
  return (
    <span className="swatch-name">
      <Swatch hex={hex} side={side} name={colorName} />
      {colorName}
    </span>
  );
}
