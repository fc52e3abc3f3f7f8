import {
  createPosition,
  editPosition,
  listPositions,
  type Position,
  positionStates,
  removePosition,
} from "@ops/authority/contract";
import {
  columnsOf,
  PagedTable,
  removeAction,
  StateTag,
  useClosing,
  useDialog,
  useDict,
  useMay,
  usePaged,
} from "@ops/platform/web";
import { Button, Drawer, Input } from "antd";
import { useState } from "react";
import { PositionForm } from "./PositionForm.tsx";

const removePositionAction = removeAction({
  endpoint: removePosition,
  question: ({ name }: Position) => `确认删除职位「${name}」？`,
  when: ({ holders }) => holders === 0,
});

/** 职位管理: the types of organisations for a position, and its default roles. */
export function PositionDrawer({ onClose }: { readonly onClose: () => void }) {
  const may = useMay();
  const { drawer } = useClosing(onClose);
  const [keyword, setKeyword] = useState("");
  const creating = useDialog<true>();
  const positions = usePaged(listPositions, { filters: { keyword }, pageSize: 20 });
  const types = useDict("organization_type");
  const typeNames = ({ orgTypes }: Position) =>
    orgTypes.map((code) => types.find(code)?.entryMeaning ?? code).join("、") || "全部";

  return (
    <Drawer title="职位管理" size={960} {...drawer}>
      <div className="position-tools">
        <Input.Search allowClear placeholder="职位名称 / 编码" aria-label="搜索职位" onSearch={setKeyword} />
        {may(createPosition) && (
          <Button type="primary" onClick={() => creating.open(true)}>
            新增职位
          </Button>
        )}
      </div>
      <PagedTable
        of={positions}
        columns={columnsOf(listPositions, {
          name: 130,
          code: { title: "编码", width: 150 },
          orgTypes: { width: 150, as: typeNames },
          defaultRoleNames: true,
          rank: 60,
          holders: 60,
          status: ({ status }) => <StateTag machine={positionStates} state={status} />,
        })}
        rowActions={[
          {
            label: "编辑",
            needs: editPosition,
            ask: (position, close) => <PositionForm position={position} onClose={close} />,
          },
          removePositionAction,
        ]}
        empty={keyword ? "没有符合的职位" : "还没有职位，请先新增"}
        unit="个职位"
      />
      {creating.value && <PositionForm position={null} onClose={creating.close} />}
    </Drawer>
  );
}
