import { menuPages, StatusPanel, useSession, useUnsaved } from "@ops/platform/web";
import { useMemo, useState } from "react";
import { ArrangeBar } from "./ArrangeBar.tsx";
import { Greeting } from "./Greeting.tsx";
import { HomeGrid, WaitingGrid } from "./HomeGrid.tsx";
import { useHome } from "./use-home.ts";
import "./home.css";
import "./widgets.css";

/** Widgets that are of no use to somebody who may open no page. */
const needPages: ReadonlySet<string> = new Set(["todos", "entries", "recent", "directory"]);

export default function HomePage() {
  const { user, menu } = useSession();
  const pages = useMemo(() => menuPages(menu), [menu]);
  const home = useHome();
  const [draft, setDraft] = useState<string[] | null>(null);
  useUnsaved(draft !== null && draft.join() !== home.placed?.join());
  if (!user) return null;
  const hasPages = pages.length > 0;
  const placed = home.placed?.filter((key) => hasPages || !needPages.has(key));
  return (
    <div className="home">
      <Greeting
        user={user}
        canArrange={home.canEdit && hasPages && draft === null}
        onArrange={() => placed && setDraft([...placed])}
      />
      {draft && <ArrangeBar home={home} draft={draft} onDraft={setDraft} onEnd={() => setDraft(null)} />}
      {!hasPages && (
        <StatusPanel
          tone="locked"
          title="您暂未开通任何功能"
          text="账号可以正常登录，但还没有分配角色。请联系所在组织的管理员开通后，菜单会自动出现，无需重新登录。"
        />
      )}
      {placed ? <HomeGrid placed={draft ?? placed} pages={pages} onArrange={draft && setDraft} /> : <WaitingGrid />}
    </div>
  );
}
