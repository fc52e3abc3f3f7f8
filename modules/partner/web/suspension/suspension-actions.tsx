import {
  confirmSuspension,
  rejectSuspension,
  retrySuspension,
  type SuspensionDetail,
  suspensionActs,
} from "@ops/partner/contract";
import { type DetailAction, namedActionsOf, ReasonDialog, sendOnce } from "@ops/platform/web";
import { SuspendWizard } from "./SuspendWizard.tsx";
import type { Stoppable } from "./stoppable.ts";

const isDraft = ({ state }: SuspensionDetail) => state === "DRAFT";
/** The person who handed it in withdraws it; anybody else rejects it. */
const isTakenBack = ({ isMine, isSubmitted }: SuspensionDetail) => isMine || !isSubmitted;
const { confirm, preview } = namedActionsOf(suspensionActs, {});

const endDraft = (word: "撤回" | "驳回"): DetailAction<SuspensionDetail> => ({
  label: word,
  needs: rejectSuspension,
  danger: true,
  when: (suspension) => isDraft(suspension) && isTakenBack(suspension) === (word === "撤回"),
  ask: ({ id, version }, onClose) => (
    <ReasonDialog
      title={`${word}暂停单`}
      okText={word}
      endpoint={rejectSuspension}
      params={{ id }}
      version={version}
      done={`已${word}`}
      onClose={onClose}
    />
  ),
});

/**
 * The actions that the state of a suspension allows this person. Whoever handed it in may preview again; somebody else
 * decides.
 */
export const suspensionActions = (partner: Stoppable): readonly DetailAction<SuspensionDetail>[] => [
  {
    label: "继续编辑",
    primary: true,
    needs: confirmSuspension,
    when: (suspension) => isDraft(suspension) && !suspension.isSubmitted,
    ask: (draft, onClose) => <SuspendWizard partner={partner} draft={draft} onClose={onClose} />,
  },
  confirm,
  preview,
  {
    label: "重试",
    primary: true,
    needs: retrySuspension,
    when: ({ state, items }) => state === "PARTLY" || (state === "UNDOING" && items.restoreFailed > 0),
    run: ({ id, version }) => sendOnce(retrySuspension, { params: { id }, body: { version } }, "已重新开始处理"),
  },
  endDraft("撤回"),
  endDraft("驳回"),
];
