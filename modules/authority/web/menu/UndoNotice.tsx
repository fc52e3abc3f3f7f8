import { feedback } from "@ops/platform/web";
import { Button } from "antd";

let told = 0;
const keyOf = (number: number) => `menu-undo-${number}`;

/** Says what was done and offers to undo it for ten seconds; a later change takes the place of an earlier one. */
export function tellUndo(done: string, undo: () => void): void {
  feedback.message.destroy(keyOf(told));
  told += 1; // a key of its own: an old notice that is about to close would take the new one along
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
