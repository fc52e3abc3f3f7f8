import { feedback } from "../shell/feedback.ts";
import { forgetUnsaved } from "../shell/page/unsaved.ts";
import { useSessionStore } from "./session-store.ts";

interface TabNews {
  organizationName: string;
}

const channel = new BroadcastChannel("session");

/** Tells the other tabs of the browser that they work in another organisation now (PF-R64). */
export function announceOrganization(organizationName: string): void {
  channel.postMessage({ organizationName } satisfies TabNews);
}

export function hearOtherTabs(): void {
  channel.onmessage = (event: MessageEvent<TabNews>) => followOrganization(event.data.organizationName);
}

let following = false;

/** Shows that the organisation was switched in another tab, and reloads. */
export function followOrganization(organizationName: string): void {
  if (following || useSessionStore.getState().status === "idle") return;
  following = true;
  forgetUnsaved();
  feedback.message.info(`当前组织已切换为「${organizationName}」，页面即将刷新`);
  setTimeout(() => window.location.reload(), 1500);
}
