import { abandonCalls, call, clearSession, goTo, isTransferSession, runtimeConfig } from "@ops/platform/web";
import { logout, ssoLogout } from "../../contract/index.ts";

/** Leaves the way the session came: to the unified sign-on or to the login page (PF-R41–R43). */
export async function signOut(): Promise<void> {
  const ssoHost = await runtimeConfig().then(
    (config) => config.ssoHost,
    () => "",
  );
  abandonCalls();
  if (ssoHost !== "" && isTransferSession()) return leaveToSso(ssoHost);
  await call(logout, {}, { background: true, parting: true }).catch(() => undefined); // the browser forgets the session anyway
  clearSession();
  goTo("/", { replace: true });
}

async function leaveToSso(ssoHost: string): Promise<void> {
  const answer = await call(ssoLogout, {}, { background: true, parting: true }).catch(() => null);
  const authorization = answer?.success ? answer.data.accessToken : "";
  clearSession();
  window.location.href = `${ssoHost.replace(/\/$/, "")}/#/Transfer?authorization=${encodeURIComponent(authorization)}`;
}
