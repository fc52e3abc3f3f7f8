import { type HomeWidgetKey, listPositions, setPositionHome } from "@ops/authority/contract";
import { useCall, useEndpoint } from "@ops/platform/web";
import { Modal, Select } from "antd";
import { useState } from "react";

interface Props {
  readonly widgets: readonly HomeWidgetKey[];
  readonly onClose: () => void;
}

const query = { status: "ENABLED", pageSize: 100 } as const;

/** Makes the arrangement on the screen the one that holders of a position begin with. */
export function PositionHomeDialog({ widgets, onClose }: Props) {
  const [open, setOpen] = useState(true);
  const [chosen, setChosen] = useState<string | null>(null);
  const answer = useEndpoint(listPositions, { query }, { silent: true });
  const positions = answer.data?.list ?? [];
  const position = positions.find(({ id }) => id === chosen);
  const set = useCall(setPositionHome, {
    done: "设置成功！",
    refreshes: [listPositions],
    onDone: () => setOpen(false),
  });
  const submit = async () => {
    if (!position) return;
    const { id, version } = position;
    await set.call({ params: { id }, body: { widgets: [...widgets], version } });
  };
  return (
    <Modal
      title="设为职位默认首页"
      open={open}
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !position || set.offline, loading: set.pending }}
      onOk={() => void submit()}
      onCancel={() => setOpen(false)}
      afterClose={onClose}
    >
      <p className="home-hint">该职位的人员未自行调整首页时，将看到当前布局；没有权限的组件不会显示。</p>
      <Select
        className="form-wide"
        aria-label="职位"
        showSearch={{ optionFilterProp: "label" }}
        placeholder="请选择职位"
        loading={answer.isPending}
        options={positions.map(({ id, name }) => ({ value: id, label: name }))}
        value={chosen}
        onChange={setChosen}
      />
    </Modal>
  );
}
