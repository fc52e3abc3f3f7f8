import type { MenuLine } from "@ops/platform/web";
import { useClosing } from "@ops/platform/web";
import { Checkbox, Modal } from "antd";
import { useState } from "react";
import { MOST_PINNED } from "../../contract/index.ts";

interface PinDialogProps {
  pages: readonly MenuLine[];
  pinned: string[];
  onPin: (paths: string[]) => void;
  onClose: () => void;
}

export function PinDialog({ pages, pinned, onPin, onClose }: PinDialogProps) {
  const { modal } = useClosing(onClose);
  const [chosen, setChosen] = useState(pinned);
  const groups = Map.groupBy(pages, ({ above }) => above[0]?.title ?? "");
  const toggle = (path: string, on: boolean) =>
    setChosen((paths) => (on ? [...paths, path] : paths.filter((one) => one !== path)));
  const isFull = chosen.length >= MOST_PINNED;
  return (
    <Modal width={640} title="编辑快捷入口" okText="保存" cancelText="取消" {...modal} onOk={() => onPin(chosen)}>
      <p className="home-hint">
        已选 {chosen.length} / {MOST_PINNED}，按选择的先后排列
      </p>
      <div className="home-pins">
        {[...groups].map(([group, lines]) => (
          <fieldset key={group}>
            <legend>{group}</legend>
            {lines.map(({ node }) => (
              <Checkbox
                key={node.key}
                checked={chosen.includes(node.path)}
                disabled={isFull && !chosen.includes(node.path)}
                onChange={({ target }) => toggle(node.path, target.checked)}
              >
                {node.title}
              </Checkbox>
            ))}
          </fieldset>
        ))}
      </div>
    </Modal>
  );
}
