import { call, goTo, restartSession, storedToken } from "@ops/platform/web";
import { endViewAs } from "../../contract/index.ts";

/**
 * Starts the session anew, because the same token now answers for another person. Nothing that was loaded before may
 * stay.
 */
export async function enterView(): Promise<void> {
  await restartSession(storedToken());
  goTo("/home");
}

/** Ends the view of the other person. */
export async function leaveView(): Promise<void> {
  await call(endViewAs, {}, { background: true });
  await enterView();
}
