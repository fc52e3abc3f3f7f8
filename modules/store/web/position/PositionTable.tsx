import { actionColumns, DictText, type PageAction, PlainTable, partsOf, useAsking, useMay } from "@ops/platform/web";
import { editStorePosition, roundsOf, type StorePosition } from "@ops/store/contract";
import { Space, Tag, Tooltip } from "antd";
import type { ComponentProps } from "react";

const dialogs = partsOf(() => import("./PositionDialog.tsx"));
const PositionDialog = dialogs.overlay("PositionDialog");

const rowActions: readonly PageAction<StorePosition>[] = [
  {
    label: "设置",
    needs: editStorePosition,
    ask: (position, onClose) => <PositionDialog position={position} onClose={onClose} />,
  },
];

interface Props {
  readonly of: NonNullable<ComponentProps<typeof PlainTable>["of"]>;
  readonly positions: readonly StorePosition[];
}

/** The positions that people of stores may hold. Names, roles and new ones are those of 组织管理. */
export function PositionTable({ of, positions }: Props) {
  const may = useMay();
  const { actions, dialog } = useAsking(rowActions);
  return (
    <div>
      <PlainTable<StorePosition>
        of={of}
        rowKey="positionCode"
        rows={positions}
        empty="暂无数据，请先在组织管理 › 职位中新增适用门店的职位"
        columns={[
          {
            title: "岗位",
            render: (_, { name, isShown, isEnabled, roleNames }) => (
              <>
                <Space size={4} wrap>
                  {name}
                  {!isShown && <Tag>未启用</Tag>}
                  {!isEnabled && <Tag color="red">职位已停用</Tag>}
                </Space>
                <div className="seat-full">{roleNames.filter((role) => role !== name).join("、")}</div>
              </>
            ),
          },
          {
            title: "岗位族",
            width: 68,
            render: (_, { family }) => family && <DictText code="store_post_family" value={family} />,
          },
          {
            title: "须认证",
            width: 68,
            render: (_, { isCertRequired }) => (isCertRequired ? "是" : "否"),
          },
          {
            title: "面试",
            width: 56,
            render: (_, { interviewRounds }) => {
              const rounds = roundsOf(interviewRounds);
              return <Tooltip title={rounds.map(({ name }) => name).join("、")}>{rounds.length}轮</Tooltip>;
            },
          },
          { title: "在岗总数", dataIndex: "heads", width: 84, align: "right" },
          ...actionColumns(actions, may),
        ]}
      />
      {dialog}
    </div>
  );
}
