import { redirect } from "react-router";
import { ask, openApp, portalApps, portalSession, resumePortal } from "./calls.ts";
import { portalConfig } from "./portal-config.ts";

/** The message for the next page, such as why the user was sent there. */
let parting = "";

function leaveWord(text: string): void {
  parting = text;
}

function takeWord(): string {
  const text = parting;
  parting = "";
  return text;
}

/** Opens an application. Answers the refusal, or an empty text. */
export async function enterApp(clientId: string): Promise<string> {
  const opened = await ask(openApp, { body: { clientId } });
  if (!opened.success) return opened.msg;
  window.location.assign(opened.data.location);
  return "";
}

/** `/`: a signed-in user with one application has nothing to choose (PF-R47). */
export async function start(): Promise<Response | null> {
  const session = await ask(portalSession, {});
  if (!session.success) leaveWord(session.msg);
  if (!session.success || !session.data) return redirect("/login");
  const apps = await ask(portalApps, {});
  const [only, ...others] = apps.success ? apps.data : [];
  if (!only || others.length > 0) return redirect("/apps");
  const refusal = await enterApp(only.clientId);
  if (refusal === "") return new Promise(() => undefined); // the browser is leaving the page
  leaveWord(refusal);
  return redirect("/apps");
}

/** `/apps`: loads the user and the applications. */
export async function loadApps() {
  const [session, apps] = await Promise.all([ask(portalSession, {}), ask(portalApps, {})]);
  if (!session.success || !session.data || !apps.success) {
    if (!apps.success && apps.msgCode !== "session") leaveWord(apps.msg);
    return redirect("/login");
  }
  return { userName: session.data.userName, apps: apps.data, word: takeWord() };
}

/** `/login`: loads what the form needs. */
export async function prepareLogin() {
  return { ...(await portalConfig()), word: takeWord() };
}

/** `/Transfer`: returns from an application with a one-time value to the list, and not to that application again. */
export async function resume({ request }: { request: Request }): Promise<Response> {
  const authorization = new URL(request.url).searchParams.get("authorization");
  // the portal session had ended when the user left the application (PF-R51)
  if (authorization === "") return redirect("/login");
  const resumed = authorization === null ? null : await ask(resumePortal, { body: { authorization } });
  if (resumed?.success) return redirect("/apps");
  leaveWord("登陆失败！");
  return redirect("/login");
}
