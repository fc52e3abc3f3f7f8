import { feedback } from "../shell/feedback.ts";

/** Copies a text to the clipboard and shows a message, such as 「AK已复制」 for the word AK. */
export async function copyText(text: string, word = ""): Promise<void> {
  if ((await copyByClipboard(text)) || copyBySelection(text)) feedback.message.success(`${word}已复制`);
  else feedback.message.warning(`无法自动复制，请手动选中${word}复制`);
}

/** Hosts without https have no clipboard at all, and a user may refuse it. */
async function copyByClipboard(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The way before there was a clipboard; beside the button, since a dialog keeps the focus to itself. */
function copyBySelection(text: string): boolean {
  const before = document.activeElement;
  const area = document.createElement("textarea");
  area.value = text;
  area.style.cssText = "position: fixed; opacity: 0";
  (before?.parentElement ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    area.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
