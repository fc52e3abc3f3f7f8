import { wireTime } from "@ops/platform/contract";
import { create } from "zustand";

const ENDED = "session-ended";

/** Why and when this page was signed out. The login page shows it until it was read (PF-R29). */
interface EndedNotice {
  readonly message: string;
  readonly at: string;
}

export const useEndedNotice = create<{ notice: EndedNotice | null }>(() => ({ notice: readNotice() }));

/** In session storage: it outlives a reload, and other tabs have their own. */
function readNotice(): EndedNotice | null {
  try {
    return JSON.parse(sessionStorage.getItem(ENDED) ?? "null");
  } catch {
    return null; // written by hand
  }
}

export function keepEndedNotice(message: string): void {
  const notice = { message, at: wireTime(new Date()) };
  sessionStorage.setItem(ENDED, JSON.stringify(notice));
  useEndedNotice.setState({ notice });
}

export function dropEndedNotice(): void {
  sessionStorage.removeItem(ENDED);
  useEndedNotice.setState({ notice: null });
}
