import {
  ImportButton,
  ListFrame,
  NotLoaded,
  offered,
  RowActions,
  StateTag,
  useDialog,
  useEndpoint,
  useMay,
} from "@ops/platform/web";
import {
  type CarColor,
  type CarOption,
  carItemImport,
  catalogueStates,
  colorSides,
  createColor,
  createOption,
  editColor,
  editOption,
  listColors,
  listOptions,
  optionGroups,
} from "@ops/vehicle/contract";
import { Table } from "antd";
import { Swatch } from "./ColorDots.tsx";
import { ColorDialog, OptionDialog } from "./item-dialogs.tsx";
import { useItems } from "./use-items.ts";
import "../vehicle.css";

/** 选装与颜色: two tables side by side. */
export function ItemsTab() {
  return (
    <div className="vehicle-two">
      <OptionTable />
      <ColorTable />
    </div>
  );
}

const look = { rowKey: "id", size: "small", pagination: false, scroll: { y: "calc(100vh - 250px)" } } as const;
const state = {
  title: "状态",
  key: "status",
  width: 76,
  render: (_value: unknown, { status }: { status: "ENABLED" | "DISABLED" }) => (
    <StateTag machine={catalogueStates} state={status} />
  ),
};

function OptionTable() {
  const may = useMay();
  const { nameOf } = useItems();
  const asking = useDialog<{ record: CarOption | null }>();
  const answer = useEndpoint(listOptions, {}, { silent: true });
  const actions = [{ label: "编辑", needs: editOption, run: (record: CarOption) => asking.open({ record }) }];
  return (
    <ListFrame
      title="选装"
      lead={<ImportButton kind={carItemImport} />}
      tools={[{ label: "新增选装", needs: createOption, primary: true, run: () => asking.open({ record: null }) }]}
      dialogs={asking.value && <OptionDialog {...asking.value} onClose={asking.close} />}
    >
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<CarOption>
          {...look}
          loading={answer.isPending}
          dataSource={answer.data ?? []}
          columns={[
            { title: "编码", dataIndex: "optionCode", width: 110 },
            { title: "名称", dataIndex: "optionName", ellipsis: true },
            { title: "组", key: "group", width: 76, render: (_value, { optionGroup }) => optionGroups[optionGroup] },
            {
              title: "包含",
              key: "contains",
              ellipsis: true,
              render: (_value, { contains }) => contains.map(nameOf).join("、") || "-",
            },
            state,
            {
              title: "操作",
              key: "actions",
              width: 64,
              render: (_value, row) => <RowActions actions={offered(actions, row, may)} row={row} />,
            },
          ]}
          locale={{ emptyText: answer.isPending ? " " : "还没有选装，点击「新增选装」" }}
        />
      )}
    </ListFrame>
  );
}

function ColorTable() {
  const may = useMay();
  const asking = useDialog<{ record: CarColor | null }>();
  const answer = useEndpoint(listColors, {}, { silent: true });
  const actions = [{ label: "编辑", needs: editColor, run: (record: CarColor) => asking.open({ record }) }];
  return (
    <ListFrame
      title="颜色"
      tools={[{ label: "新增颜色", needs: createColor, primary: true, run: () => asking.open({ record: null }) }]}
      dialogs={asking.value && <ColorDialog {...asking.value} onClose={asking.close} />}
    >
      {answer.error ? (
        <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : (
        <Table<CarColor>
          {...look}
          loading={answer.isPending}
          dataSource={answer.data ?? []}
          columns={[
            { title: "编码", dataIndex: "colorCode", width: 100 },
            { title: "名称", key: "name", render: (_value, color) => <ColorName color={color} /> },
            { title: "位置", key: "side", width: 64, render: (_value, { side }) => colorSides[side] },
            state,
            {
              title: "操作",
              key: "actions",
              width: 64,
              render: (_value, row) => <RowActions actions={offered(actions, row, may)} row={row} />,
            },
          ]}
          locale={{ emptyText: answer.isPending ? " " : "还没有颜色，点击「新增颜色」" }}
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
