import { PlusOutlined } from "@ant-design/icons";
import { setPositionHome } from "@ops/authority/contract";
import { confirm, feedback, useDialog, useMay } from "@ops/platform/web";
import { Button } from "antd";
import { PositionHomeDialog } from "./PositionHomeDialog.tsx";
import type { useHome } from "./use-home.ts";
import { widgetOf } from "./widgets.tsx";

interface Props {
  readonly home: ReturnType<typeof useHome>;
  readonly draft: readonly string[];
  readonly onDraft: (keys: string[]) => void;
  readonly onEnd: () => void;
}

/** Offers widgets to add, and buttons to save or cancel the arrangement. */
export function ArrangeBar({ home, draft, onDraft, onEnd }: Props) {
  const may = useMay();
  const forPosition = useDialog<true>();
  const absent = home.offered.filter((key) => !draft.includes(key) && widgetOf(key));
  const save = async (widgets: string[] | null, done: string) => {
    if (!(await home.save({ widgets }))) return;
    feedback.message.success(done);
    onEnd();
  };
  const reset = async () => {
    if (await confirm({ title: "确认恢复默认布局？", okText: "恢复默认" })) await save(null, "已恢复默认布局");
  };
  return (
    <section className="home-arrange" aria-label="编辑布局">
      <p>拖动卡片，或选中卡片的移动按钮后按方向键调整顺序</p>
      <ul aria-label="可添加的组件">
        {absent.map((key) => (
          <li key={key}>
            <Button size="small" icon={<PlusOutlined />} onClick={() => onDraft([...draft, key])}>
              {widgetOf(key)?.title}
            </Button>
          </li>
        ))}
      </ul>
      <div className="home-arrange-actions">
        {may(setPositionHome) && (
          <Button disabled={draft.length === 0} onClick={() => forPosition.open(true)}>
            设为职位默认
          </Button>
        )}
        {home.isOwn && <Button onClick={() => void reset()}>恢复默认</Button>}
        <Button onClick={onEnd}>取消</Button>
        <Button type="primary" loading={home.pending} onClick={() => void save([...draft], "布局已保存")}>
          保存
        </Button>
      </div>
      {forPosition.value && <PositionHomeDialog widgets={draft} onClose={forPosition.close} />}
    </section>
  );
}
