import { useUnsaved } from "../shell/page/unsaved.ts";
import { confirmDiscard } from "./confirm.ts";
import { useClosing } from "./use-closing.ts";

interface State {
  /** Something was typed or chosen that would be lost. */
  readonly isTyped: boolean;
  /** On its way: now nobody leaves. */
  readonly isSending: boolean;
  readonly onGone: () => void;
}

/**
 * `useClosing` for what holds typed content and is no form of one call: leaving by 取消, Esc, the cross or the mask asks first (PF-R76),
 * and so does leaving the page.
 */
export function useAskedClosing({ isTyped, isSending, onGone }: State) {
  const { close, drawer, modal } = useClosing(onGone);
  useUnsaved(isTyped);
  const leave = async () => {
    if (!isSending && (!isTyped || (await confirmDiscard()))) close();
  };
  return { close, leave, drawer: { ...drawer, onClose: leave }, modal: { ...modal, onCancel: leave } };
}
