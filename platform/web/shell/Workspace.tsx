import { QueryClientProvider } from "@tanstack/react-query";
import { Button, Spin } from "antd";
import { useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { queryClient } from "../call/query-client.ts";
import { LiveChannel } from "../live/live-channel.ts";
import { handleLiveEvent } from "../live/live-news.ts";
import { loadSession, refreshSession } from "../session/life.ts";
import { useSessionStore } from "../session/session-store.ts";
import { storedToken } from "../session/token.ts";
import { Layout } from "./Layout.tsx";
import type { OverlayTable } from "./Overlays.tsx";
import { StatusPanel } from "./page/StatusPanel.tsx";
import "virtual:antd-core.css";
import "./shell.css";

/** Every route but the public ones: needs a token, and nothing but a token, to be shown (PF-R2, PF-R4). */
export function Workspace({ overlays }: Props) {
  useLocation(); // the guard looks again with every move
  return storedToken() === "" ? <Navigate to="/" replace /> : <SignedIn overlays={overlays} />;
}

interface Props {
  readonly overlays: OverlayTable;
}

function SignedIn({ overlays }: Props) {
  const status = useSessionStore((state) => state.status);
  const known = useSessionStore((state) => state.menu.length > 0);
  useEffect(() => {
    const isNew = status === "idle" || status === "known";
    if (isNew && storedToken() !== "") void loadSession();
  }, [status]);
  useLiveChannel();
  if (status === "failed" && !known) return <LoadFailed />;
  if (status !== "ready" && !known) return <Spin size="large" fullscreen description="正在加载…" />;
  return (
    <QueryClientProvider client={queryClient}>
      <Layout overlays={overlays} />
    </QueryClientProvider>
  );
}

function LoadFailed() {
  const retry = (
    <Button type="primary" onClick={() => void loadSession()}>
      重试
    </Button>
  );
  return <StatusPanel tone="error" title="加载失败" text="没有取到您的信息和菜单，请稍后重试。" actions={retry} />;
}

/** Open while the session is in force; a new organisation opens a new one. */
function useLiveChannel(): void {
  const ready = useSessionStore(({ status }) => status === "ready");
  const epoch = useSessionStore((state) => state.epoch);
  useEffect(() => {
    if (!ready) return;
    const channel = new LiveChannel({
      event: handleLiveEvent,
      poll: () => void refreshSession().catch(() => undefined),
    });
    channel.start();
    return () => channel.stop();
  }, [ready, epoch]);
}
