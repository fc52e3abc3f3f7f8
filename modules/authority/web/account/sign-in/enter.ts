import { beginSession, goTo } from "@ops/platform/web";
import type { LoginAnswer } from "../../../contract/index.ts";

const LOADING_MS = 500;

/** Leads from the login answer to the workspace, with a full-screen loading of half a second (PF-R16, PF-R17). */
export async function enterWorkspace({ accessToken, changePwdStatus }: LoginAnswer): Promise<void> {
  const shown = new Promise((resolve) => setTimeout(resolve, LOADING_MS));
  // if this fails, the workspace offers to try again
  const begun = beginSession(accessToken, changePwdStatus).catch(() => undefined);
  await Promise.all([begun, shown]);
  goTo("/home", { replace: true });
}
