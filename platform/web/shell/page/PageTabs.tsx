import type { Endpoint } from "@ops/platform/contract";
import { Fragment, type ReactNode } from "react";
import { useNavigate } from "react-router";
import { useMay } from "../../session/use-session.ts";
import { usePage } from "./page-context.ts";
import { StatusPanel } from "./StatusPanel.tsx";
import "../../theme/tab-line.css";
import "./page-tabs.css";

export interface PageTab {
  /** The key in the address as `?tab=`. */
  readonly key: string;
  readonly title: string;
  /** Shown only to those who may call it. */
  readonly needs?: Endpoint | string;
  /** A render function, not a component: only the chosen tab is made. */
  readonly content: () => ReactNode;
}

/** Several lists on one page, one at a time. The address names the chosen one, so that it can be sent and reloaded. */
export function PageTabs({ title, tabs }: { readonly title: string; readonly tabs: readonly PageTab[] }) {
  const may = useMay();
  const { location } = usePage();
  const navigate = useNavigate();
  const shown = tabs.filter(({ needs }) => !needs || may(needs));
  const asked = new URLSearchParams(location.search).get("tab");
  const chosen = shown.find(({ key }) => key === asked) ?? shown[0];
  const choose = (key: string) => void navigate(`${location.pathname}?tab=${key}`, { replace: true });
  if (!chosen) {
    const text = <p>您的角色包含该页面，但没有其中任何内容的权限。如需开通，请联系管理员。</p>;
    return <StatusPanel tone="locked" title="抱歉，您没有权限查看该页面的内容" text={text} actions={null} />;
  }
  return (
    <div className="page-tabs">
      {shown.length > 1 && (
        <nav className="tab-line" aria-label={title}>
          {shown.map(({ key, title: name }) => (
            <button
              key={key}
              type="button"
              aria-current={key === chosen.key ? "page" : undefined}
              onClick={() => choose(key)}
            >
              {name}
            </button>
          ))}
        </nav>
      )}
      {/* Two tabs may show the same component. The key keeps filters and pages of one away from the other. */}
      <Fragment key={chosen.key}>{chosen.content()}</Fragment>
    </div>
  );
}
