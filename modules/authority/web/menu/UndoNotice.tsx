import { feedback } from "@ops/platform/web";
import { Button } from "antd";

let told = 0;
const keyOf = (number: number) => `menu-undo-${number}`;

/** Tells what was done and offers to undo it for ten seconds. A later change replaces an earlier notice. */
export function tellUndo(done: string, undo: () => void): void {
  feedback.message.destroy(keyOf(told));
  told += 1; // each notice has its own key, because an old notice that is about to close would close the new one too
  const key = keyOf(told);
  const take = () => {
    feedback.message.destroy(key);
    undo();
  };
  feedback.message.open({ key, type: "success", duration: 10, content: <UndoNotice done={done} onUndo={take} /> });
}

function UndoNotice({ done, onUndo }: { readonly done: string; readonly onUndo: () => void }) {
  return (
    <span>
      {done}
      <Button type="link" size="small" onClick={onUndo}>
        撤销
      </Button>
    </span>
  );
}
