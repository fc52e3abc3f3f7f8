import { sessionSignals } from "../session/signals.ts";
import { storedToken } from "../session/token.ts";
import { feedback } from "../shell/feedback.ts";
import { goTo } from "../shell/navigator.ts";
import { type CallFailure, refusalText, texts } from "./failures.ts";
import { repeatFilter } from "./repeats.ts";

const isRepeat = repeatFilter(2000);

/** An answer with `success:false` (PF-R78); some of them are news about the session rather than about the call. */
export function tellRefusal(
  body: { msg: string; msgCode: string },
  options: { silent?: boolean; background?: boolean },
): void {
  const text = refusalText(body);
  if (body.msgCode === "PWD_CHANGE_REQUIRED") sessionSignals.passwordChangeRequired();
  else if (body.msgCode === "ORG_ENDED") sessionSignals.organizationEnded(text);
  else if (body.msgCode === "VIEW_AS_ENDED") sessionSignals.viewEnded(text);
  else if (!options.silent && !options.background && !isRepeat(text)) tell(text);
}

function tell(text: string): void {
  feedback.notification.error({ title: texts.refused, description: text });
}

/** Shows an error. Messages with the same text share a key, so ten calls that fail together show one. */
export function tellFailure(failure: CallFailure, about: { token: string | null; background: boolean }): void {
  if (failure.kind === "aborted") return;
  if (failure.kind === "session") {
    const current = storedToken();
    const isStale = about.token !== null && current !== "" && about.token !== current;
    if (!isStale) sessionSignals.ended(failure.message);
    return;
  }
  if (about.background) return;
  feedback.message.error({ content: failure.message, key: failure.message });
  if (failure.kind === "notFound") goTo("/error404");
}
