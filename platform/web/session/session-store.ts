import type { MenuNode, UserInfo } from "@ops/platform/contract";
import { create } from "zustand";

const USER_INFO = "userInfo";
const CHANGE_PASSWORD = "changePwdStatus";

export interface SessionState {
  user: UserInfo | null;
  menu: MenuNode[];
  /** `known`: user info is fresh, the menu still missing. */
  status: "idle" | "known" | "loading" | "ready" | "failed" | "ended";
  /**
   * Counts the organisations and accounts of this page. Cached pages and the live channel start again with each
   * (PF-R7).
   */
  epoch: number;
  changePasswordOpen: boolean;
  passwordPromptOpen: boolean;
  organizationSwitchOpen: boolean;
}

const closed = { changePasswordOpen: false, passwordPromptOpen: false, organizationSwitchOpen: false };

export const useSessionStore = create<SessionState>(() => ({
  user: rememberedUser(),
  menu: [],
  status: "idle",
  epoch: 0,
  ...closed,
}));

/** The specification keeps user info in local storage: the header is right before the first answer. */
function rememberedUser(): UserInfo | null {
  try {
    return JSON.parse(localStorage.getItem(USER_INFO) ?? "null");
  } catch {
    return null; // written by hand or by an older release
  }
}

export function setUser(user: UserInfo): void {
  localStorage.setItem(USER_INFO, JSON.stringify(user));
  useSessionStore.setState({ user });
}

export function forgetUser(status: SessionState["status"]): void {
  localStorage.removeItem(USER_INFO);
  useSessionStore.setState(({ epoch }) => ({ user: null, menu: [], status, epoch: epoch + 1, ...closed }));
}

/** `changePwdStatus` of the login answer; the copy in user info survives a reload and reaches new tabs (PF-R37). */
export function recordPasswordStatus(mustChange: boolean): void {
  sessionStorage.setItem(CHANGE_PASSWORD, String(mustChange));
}

export function mustChangePassword(): boolean {
  const { user } = useSessionStore.getState();
  return sessionStorage.getItem(CHANGE_PASSWORD) === "true" || user?.changePwdStatus === true;
}
