import { call, goTo, restartSession, storedToken } from "@ops/platform/web";
import { endViewAs } from "../../contract/index.ts";

/** The same token answers for somebody else from now on: nothing that was loaded before may stay. */
export async function enterView(): Promise<void> {
  await restartSession(storedToken());
  goTo("/home");
}

/** Back to oneself. */
export async function leaveView(): Promise<void> {
  await call(endViewAs, {}, { background: true });
  await enterView();
}
