import { beginSession, goTo } from "@ops/platform/web";
import type { LoginAnswer } from "../../../contract/index.ts";

const LOADING_MS = 500;

/** From the login answer to the workspace, under a full-screen loading of half a second (PF-R16, PF-R17). */
export async function enterWorkspace({ accessToken, changePwdStatus }: LoginAnswer): Promise<void> {
  const shown = new Promise((resolve) => setTimeout(resolve, LOADING_MS));
  const begun = beginSession(accessToken, changePwdStatus).catch(() => undefined); // the workspace offers to try again
  await Promise.all([begun, shown]);
  goTo("/home", { replace: true });
}
