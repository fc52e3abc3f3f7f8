import { type LiveEvent, listDictEntries } from "@ops/platform/contract";
import { useEffect, useEffectEvent } from "react";
import { runtimeConfig } from "../call/config.ts";
import { texts } from "../call/failures.ts";
import { queryClient } from "../call/query-client.ts";
import { queryKeyOf } from "../call/use-query.ts";
import { endSession, followView, refreshSession } from "../session/life.ts";
import { useSessionStore } from "../session/session-store.ts";
import { followOrganization } from "../session/tabs.ts";
import { storedToken } from "../session/token.ts";
import { feedback } from "../shell/feedback.ts";
import { menuLines } from "../shell/menu/menu-tree.ts";
import { useShellStore } from "../shell/shell-store.ts";
import { tellTopics } from "./topics.ts";

type Listener = (event: LiveEvent) => void;
const listeners = new Set<Listener>();

/** Listens to live events of one kind while the component is shown. */
export function useLive<T extends LiveEvent["type"]>(type: T, hear: (event: Extract<LiveEvent, { type: T }>) => void) {
  const heard = useEffectEvent(hear);
  useEffect(() => {
    const listener: Listener = (event) => {
      if (isOf(type, event)) heard(event);
    };
    listeners.add(listener);
    return () => {
      listeners.delete(listener);
    };
  }, [type]);
}

function isOf<T extends LiveEvent["type"]>(type: T, event: LiveEvent): event is Extract<LiveEvent, { type: T }> {
  return event.type === type;
}

/** Handles live events of the platform itself. Modules get others through `useLive`. */
export function handleLiveEvent(event: LiveEvent, streamToken: string): void {
  const isCurrent = streamToken === storedToken();
  if (event.type === "session.revoked" && isCurrent) {
    endSession(event.newLogin ? `${texts.session}\n新登录：${event.newLogin}` : texts.session);
  }
  if (event.type === "perm.changed") void adoptNewRights();
  if (event.type === "viewAs.changed" && isCurrent) void followView().catch(() => undefined); // the next call tells
  if (event.type === "dict.changed") void queryClient.invalidateQueries({ queryKey: queryKeyOf(listDictEntries) });
  if (event.type === "app.updated") void noteRelease(event.version);
  if (event.type === "topic.news") tellTopics(event.news);
  const isElsewhere = !isCurrent && useSessionStore.getState().status === "ready";
  if (event.type === "org.switched" && isElsewhere) followOrganization(event.organizationName);
  for (const listener of listeners) listener(event);
}

/** Nothing to do for a page that came with that very build. */
async function noteRelease(build: string): Promise<void> {
  const own = await runtimeConfig().catch(() => null);
  if (own?.build !== build) useShellStore.setState({ outdated: true });
}

/** Loads new rights. The user is told only if the rights have changed, and not for a reordered menu. */
async function adoptNewRights(): Promise<void> {
  const before = fingerprintOfRights();
  await refreshSession();
  if (fingerprintOfRights() !== before) feedback.message.info({ content: "您的权限已更新", key: "rights" });
}

function fingerprintOfRights(): string {
  const { user, menu } = useSessionStore.getState();
  const pages = menuLines(menu).map(({ node }) => node.key);
  return [...(user?.permissionCodeList ?? []), ...(user?.excludedCalls ?? []), ...pages].toSorted().join();
}
