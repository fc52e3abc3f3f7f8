import {
  type Approval,
  type ApprovalVerdict,
  approvalVerdicts,
  listApprovals,
  myTodos,
  textWidth,
} from "@ops/platform/contract";
import { useQueryClient } from "@tanstack/react-query";
import { Button, Input, Modal } from "antd";
import { useId, useState } from "react";
import { CallFailure } from "../call/failures.ts";
import { queryKeyOf } from "../call/use-query.ts";
import { useAskedClosing } from "../dialog/use-asked-closing.ts";
import { feedback } from "../shell/feedback.ts";
import { useOnline } from "../shell/online.ts";
import { sendVerdict } from "./send-verdict.ts";

interface Props {
  readonly approvals: readonly Approval[];
  readonly verdict: ApprovalVerdict;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

const MOST_NOTE = 200;

/** Asks for the note of a verdict and sends it, for several requests one after the other (PF-R117). */
export function DecideDialog({ approvals, verdict, onDone, onClose }: Props) {
  const online = useOnline();
  const decide = useDeciding(verdict);
  const [note, setNote] = useState("");
  const [fault, setFault] = useState<string | null>(null);
  const { isSending } = decide;
  const { close, leave, modal } = useAskedClosing({ isTyped: note.trim() !== "", isSending, onGone: onClose });
  const field = useId();
  const needsNote = approvals.some(({ calls }) => calls.some((call) => call.verdict === verdict && call.needsNote));
  const word = approvalVerdicts[verdict];

  const submit = async () => {
    const found = faultIn(note, needsNote);
    setFault(found);
    if (found !== null || !(await decide.run(approvals, note.trim()))) return;
    close();
    onDone?.();
  };
  const [first] = approvals;
  const title = approvals.length === 1 ? `${word}：${first?.title}` : `${word} ${approvals.length} 条申请`;
  return (
    <Modal
      title={title}
      width={520}
      {...modal}
      footer={
        <div className="form-footer">
          <Button onClick={leave} disabled={isSending}>
            取消
          </Button>
          <Button
            type="primary"
            danger={verdict !== "APPROVE"}
            loading={isSending}
            disabled={!online}
            onClick={() => void submit()}
          >
            {word}
          </Button>
        </div>
      }
    >
      <Shown approvals={approvals} />
      <label className="approval-note" htmlFor={field}>
        {needsNote ? "原因（必填）" : "审批意见"}
        <Input.TextArea
          id={field}
          rows={3}
          count={{ show: true, max: MOST_NOTE, strategy: textWidth }}
          value={note}
          status={fault === null ? "" : "error"}
          aria-invalid={fault !== null}
          onChange={({ target }) => {
            setNote(target.value);
            setFault(null);
          }}
        />
      </label>
      {fault !== null && (
        <p className="approval-missing" role="alert">
          {fault}
        </p>
      )}
    </Modal>
  );
}

/** Modules count the width of a note as that of every reason (PF-R87). */
function faultIn(note: string, needsNote: boolean): string | null {
  if (needsNote && note.trim() === "") return "请填写原因";
  return textWidth(note.trim()) > MOST_NOTE ? `最多${MOST_NOTE}个字符（汉字算2个）` : null;
}

/** The subject of the verdict: the facts of one request, or of each of several. */
function Shown({ approvals }: { readonly approvals: readonly Approval[] }) {
  const textOf = ({ facts }: Approval) => facts.map(({ label, text }) => `${label} ${text}`).join(" · ");
  return (
    <ul className="approval-shown">
      {approvals.map((approval) => (
        <li key={approval.id}>
          {approvals.length > 1 && <strong>{`${approval.title}（${approval.bizNo}）`}</strong>}
          {textOf(approval)}
        </li>
      ))}
    </ul>
  );
}

function useDeciding(verdict: ApprovalVerdict) {
  const cache = useQueryClient();
  const [isSending, setSending] = useState(false);

  /** Sends the verdicts. Answers true if at least one request was decided; refusals have been shown. */
  const run = async (approvals: readonly Approval[], note: string): Promise<boolean> => {
    setSending(true);
    let decided = 0;
    try {
      for (const approval of approvals) if (await sendVerdict(approval, verdict, note)) decided++;
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
    } finally {
      setSending(false);
      for (const stale of [listApprovals, myTodos]) void cache.invalidateQueries({ queryKey: queryKeyOf(stale) });
    }
    if (decided > 0) feedback.message.success(doneText(approvals.length, decided, verdict));
    return decided > 0;
  };
  return { run, isSending };
}

function doneText(asked: number, decided: number, verdict: ApprovalVerdict): string {
  const word = approvalVerdicts[verdict];
  if (asked === 1) return `已${word}`;
  return decided === asked ? `已${word} ${decided} 条` : `已${word} ${decided} 条，${asked - decided} 条未成功`;
}
