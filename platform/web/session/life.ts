import { feedback } from "../shell/feedback.ts";
import { goTo } from "../shell/navigator.ts";
import { forgetUnsaved } from "../shell/page/unsaved.ts";
import { dropCaches } from "./caches.ts";
import { dropEndedNotice, keepEndedNotice } from "./ended-notice.ts";
import { sessionPort } from "./session-port.ts";
import { forgetUser, recordPasswordStatus, setUser, useSessionStore } from "./session-store.ts";
import { holdSessionSignals } from "./signals.ts";
import { markTransferSession, removeToken, storedToken, storeToken } from "./token.ts";

/** Loads who is signed in, then the menu: a handed-over token answers one first call only (PF-R50). */
export async function loadSession(): Promise<void> {
  const { status: before, user: known } = useSessionStore.getState();
  useSessionStore.setState({ status: "loading" });
  try {
    const user = before === "known" ? known : await sessionPort().loadUserInfo();
    if (user) setUser(user);
    const menu = await sessionPort().loadMenu();
    useSessionStore.setState({ menu, status: user ? "ready" : "failed" });
  } catch {
    // the call has already shown the error, and an ended session stays ended
    useSessionStore.setState(({ status }) => ({ status: status === "ended" ? "ended" : "failed" }));
  }
}

/** Login success up to the user info, in the specified order (PF-R17); the caller goes to the workspace. */
export async function beginSession(token: string, mustChange: boolean): Promise<void> {
  dropEndedNotice();
  storeToken(token);
  markTransferSession(false);
  recordPasswordStatus(mustChange);
  forgetUser("idle");
  const user = await sessionPort().loadUserInfo();
  if (!user) return;
  setUser(user);
  useSessionStore.setState({ status: "known" });
}

/** Begins a session from the unified sign-on (PF-R44). */
export function beginTransferSession(token: string): void {
  storeToken(token);
  markTransferSession(true);
  sessionStorage.clear();
  dropEndedNotice();
  forgetUser("idle");
}

/** Loads the session again after a change of rights, without a trace on the screen (PF-R32). */
export async function refreshSession(): Promise<void> {
  const user = await sessionPort().loadUserInfo({ background: true });
  const menu = await sessionPort().loadMenu({ background: true });
  if (user) setUser(user);
  useSessionStore.setState({ menu });
}

/** Continues with the token of another organisation. Nothing cached is kept (PF-R62). */
export async function restartSession(token: string): Promise<void> {
  storeToken(token);
  sessionStorage.clear();
  dropCaches();
  forgetUnsaved();
  useSessionStore.setState(({ epoch }) => ({ epoch: epoch + 1, menu: [], status: "loading" }));
  await loadSession();
}

/** Clears token, transfer flag, user info and session storage, on every way out of the workspace. */
export function clearSession(status: "idle" | "ended" = "idle"): void {
  removeToken();
  markTransferSession(false);
  sessionStorage.clear();
  dropCaches();
  forgetUnsaved();
  forgetUser(status);
}

/** Shown once however many calls fail together: the first one marks the session as ended. */
export function endSession(message: string): void {
  if (useSessionStore.getState().status === "ended") return;
  clearSession("ended");
  keepEndedNotice(message);
  goTo("/", { replace: true });
}

let leavingOrganization = false;

async function leaveEndedOrganization(message: string): Promise<void> {
  if (leavingOrganization) return;
  leavingOrganization = true;
  feedback.message.warning({ content: message, key: message });
  const moved = await sessionPort()
    .returnToPrimaryOrganization()
    .catch(() => false);
  if (!moved) await sessionPort().signOut();
  leavingOrganization = false;
}

let leavingView: Promise<void> | null = null;

/** However many calls find the view over, it is left once. */
export function leaveViewOnce(): Promise<void> {
  leavingView ??= sessionPort()
    .leaveView()
    .finally(() => {
      leavingView = null;
    });
  return leavingView;
}

/** Another tab of this session began or left a view: the person on the screen is no longer the right one. */
export async function followView(): Promise<void> {
  const before = useSessionStore.getState().user;
  const user = await sessionPort().loadUserInfo({ background: true });
  if (!user || user.id === before?.id) return;
  await restartSession(storedToken());
  goTo("/home");
}

/** Opens the prompt, unless the user is changing the password already (PF-R37). */
export function askForNewPassword(): void {
  const { changePasswordOpen } = useSessionStore.getState();
  if (!changePasswordOpen) useSessionStore.setState({ passwordPromptOpen: true });
}

export function hearSessionSignals(): void {
  holdSessionSignals({
    ended: endSession,
    passwordChangeRequired: askForNewPassword,
    organizationEnded: (message) => void leaveEndedOrganization(message),
    viewEnded: (message) => {
      feedback.message.warning({ content: message, key: message });
      void leaveViewOnce();
    },
  });
}
