import { type HomeWidgetKey, listPositions, setPositionHome } from "@ops/authority/contract";
import { useCall, useClosing, useEndpoint } from "@ops/platform/web";
import { Modal } from "antd";
import { useState } from "react";
import { PositionSelect } from "../user/choices/PositionSelect.tsx";

interface Props {
  readonly widgets: readonly HomeWidgetKey[];
  readonly onClose: () => void;
}

/** Makes the arrangement on the screen the one that holders of a position begin with. */
export function PositionHomeDialog({ widgets, onClose }: Props) {
  const { close, modal } = useClosing(onClose);
  const [chosen, setChosen] = useState<{ id: string; name: string } | null>(null);
  const query = { keyword: chosen?.name ?? "", pageSize: 20 };
  const answer = useEndpoint(listPositions, { query }, { enabled: chosen !== null, silent: true });
  const position = answer.data?.list.find(({ id }) => id === chosen?.id);
  const set = useCall(setPositionHome, {
    done: "设置成功！",
    onDone: close,
  });
  const submit = async () => {
    if (!position) return;
    const { id, version } = position;
    await set.call({ params: { id }, body: { widgets: [...widgets], version } });
  };
  return (
    <Modal
      title="设为职位默认首页"
      okText="确定"
      cancelText="取消"
      okButtonProps={{ disabled: !position || set.offline, loading: set.pending }}
      onOk={() => void submit()}
      {...modal}
    >
      <p className="home-hint">该职位的人员未自行调整首页时，将看到当前布局；没有权限的组件不会显示。</p>
      <PositionSelect
        label="职位"
        value={chosen?.id ?? null}
        onChange={(id, name) => setChosen(id === null ? null : { id, name })}
      />
    </Modal>
  );
}
