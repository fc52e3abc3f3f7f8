import { listPositions, PositionRef, setPositionHome } from "@ops/authority/contract";
import { RefPicker, useCall, useClosing, useEndpoint } from "@ops/platform/web";
import { Modal } from "antd";
import { useState } from "react";

interface Props {
  readonly widgets: readonly string[];
  readonly onClose: () => void;
}

/** Saves the arrangement on the screen as the default for holders of a position. */
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
      <RefPicker
        kind={PositionRef.kind}
        by={listPositions.permission}
        label="职位"
        value={chosen?.id ?? null}
        onChange={(id, name) => setChosen(id === null ? null : { id, name })}
      />
    </Modal>
  );
}
