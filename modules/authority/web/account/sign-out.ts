import { abandonCalls, call, clearSession, goTo, isTransferSession, runtimeConfig } from "@ops/platform/web";
import { logout, ssoLogout } from "../../contract/index.ts";

/** Signs out and leads back to where the session began: the unified sign-on or the login page (PF-R41–R43). */
export async function signOut(): Promise<void> {
  const ssoHost = await runtimeConfig().then(
    (config) => config.ssoHost,
    () => "",
  );
  abandonCalls();
  if (ssoHost !== "" && isTransferSession()) return leaveToSso(ssoHost);
  // a failure does not matter, because the browser forgets the session anyway
  await call(logout, {}, { background: true, parting: true }).catch(() => undefined);
  clearSession();
  goTo("/", { replace: true });
}

async function leaveToSso(ssoHost: string): Promise<void> {
  const answer = await call(ssoLogout, {}, { background: true, parting: true }).catch(() => null);
  const authorization = answer?.success ? answer.data.accessToken : "";
  clearSession();
  window.location.href = `${ssoHost.replace(/\/$/, "")}/#/Transfer?authorization=${encodeURIComponent(authorization)}`;
}
