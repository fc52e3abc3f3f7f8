import { InboxOutlined } from "@ant-design/icons";
import { listImportKinds, type MenuNode } from "@ops/platform/contract";
import { Skeleton } from "antd";
import { useEndpoint } from "../call/use-query.ts";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { showTime } from "../list/show-value.ts";
import { useSession } from "../session/use-session.ts";
import { menuLines } from "../shell/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { usePage } from "../shell/page-context.ts";
import { ImportHistory } from "./ImportHistory.tsx";
import { ImportSteps } from "./ImportSteps.tsx";
import { addressOfImport } from "./import-address.ts";
import "./import.css";

/**
 * 导入中心 (5.6): the kinds at the left, the steps of the chosen one at the right, one's own imports below. The chosen one
 * stands in the address: lists lead to it.
 */
export default function ExcelImportPage() {
  const answer = useEndpoint(listImportKinds, {}, { silent: true });
  const { menu } = useSession();
  const chosen = new URLSearchParams(usePage().location.search).get("kind");
  const choose = (key: string) => goTo(addressOfImport(key), { replace: true });
  if (answer.isError) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const kind = answer.data.find(({ key }) => key === chosen) ?? answer.data[0];
  if (!kind) return <Note icon={<InboxOutlined />} sentence="您没有可用的导入类型" hint="如需开通，请联系管理员" />;
  return (
    <section className="import-page" aria-label="导入中心">
      <nav className="list-panel import-kinds" aria-label="导入类型">
        <ul>
          {answer.data.map(({ key, name, page, lastRunAt }) => (
            <li key={key}>
              <button type="button" aria-current={key === kind.key ? "true" : undefined} onClick={() => choose(key)}>
                <span className="import-kind">
                  {name}
                  <small>{moduleOf(page, menu)}</small>
                </span>
                <small>{lastRunAt ? `上次导入 ${showTime(lastRunAt)}` : "还没有导入过"}</small>
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className="import-main">
        <ImportSteps key={kind.key} kind={kind} />
        <ImportHistory />
      </div>
    </section>
  );
}

/** The group of the menu with the page of the data; what has no page is a setting. */
function moduleOf(page: string | null, menu: readonly MenuNode[]): string {
  const line = menuLines(menu).find(({ node }) => node.path === page);
  return line?.above[0]?.title ?? "系统设置";
}
