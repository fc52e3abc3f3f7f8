import { feedback } from "../shell/feedback.ts";

interface Question {
  readonly title: string;
  readonly content?: string;
  readonly okText?: string;
  readonly cancelText?: string;
  readonly danger?: boolean;
}

/** Asks, and answers whether the user agreed. Esc and 取消 are a no. */
export function confirm(question: Question): Promise<boolean> {
  const { title, content, okText = "确定", cancelText = "取消", danger = false } = question;
  return new Promise((answer) => {
    feedback.modal.confirm({
      title,
      content,
      okText,
      cancelText,
      okButtonProps: { danger },
      ...(danger ? { focusable: { autoFocusButton: "cancel" } } : {}), // Enter must not destroy by accident
      onOk: () => answer(true),
      onCancel: () => answer(false),
    });
  });
}

/** Asks before typed content is lost (PF-R76). */
export function confirmDiscard(): Promise<boolean> {
  return confirm({ title: "放弃已填写的内容？", okText: "放弃", cancelText: "继续填写", danger: true });
}
