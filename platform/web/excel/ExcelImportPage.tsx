import { InboxOutlined } from "@ant-design/icons";
import { listImportKinds, type MenuNode } from "@ops/platform/contract";
import { Skeleton } from "antd";
import { useEndpoint } from "../call/use-query.ts";
import { showTime } from "../list/column/show-value.ts";
import { Note, NotLoaded } from "../list/list-states.tsx";
import { useSession } from "../session/use-session.ts";
import { menuLines } from "../shell/menu/menu-tree.ts";
import { goTo } from "../shell/navigator.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { usePage } from "../shell/page/page-context.ts";
import { addressOfImport, readImportAddress } from "./import-address.ts";
import "./import.css";

const ImportSteps = partsOf(() => import("./ImportSteps.tsx")).standing("ImportSteps");
const ImportHistory = partsOf(() => import("./ImportHistory.tsx")).standing("ImportHistory");

/**
 * 导入中心 (5.6): the kinds on the left, the steps of the chosen one on the right, and the user's imports below. The
 * address names the chosen kind, so that lists can link to it. A kind that needs values besides the file is shown only
 * if a page has sent the user here with them.
 */
export default function ExcelImportPage() {
  const answer = useEndpoint(listImportKinds, {}, { silent: true });
  const { menu } = useSession();
  const { kind: chosen, beside } = readImportAddress(usePage().location.search);
  const choose = (key: string) => goTo(addressOfImport(key), { replace: true });
  if (answer.isError) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton active paragraph={{ rows: 8 }} />;
  const kinds = answer.data.filter(({ key, needsBeside }) => !needsBeside || (beside && key === chosen));
  const kind = kinds.find(({ key }) => key === chosen) ?? kinds[0];
  if (!kind) return <Note icon={<InboxOutlined />} sentence="您没有可用的导入类型" hint="如需开通，请联系管理员" />;
  // where another kind is shown than the address names, its values belong to nothing here
  const sent = (kind.key === chosen && beside) || {};
  return (
    <section className="import-page" aria-label="导入中心">
      <nav className="list-panel import-kinds" aria-label="导入类型">
        <ul>
          {kinds.map(({ key, name, page, lastRunAt }) => (
            <li key={key} {...(key === kind.key ? { ref: showChosen } : {})}>
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
        <ImportSteps key={kind.key + JSON.stringify(sent)} kind={kind} beside={sent} />
        <ImportHistory />
      </div>
    </section>
  );
}

/** Whoever comes from a list sees which kind is chosen, wherever it stands. */
const showChosen = (line: HTMLElement | null) => line?.scrollIntoView({ block: "nearest" });

/** Finds the menu group of the page with the data. Data without a page is a setting. */
function moduleOf(page: string | null, menu: readonly MenuNode[]): string {
  const line = menuLines(menu).find(({ node }) => node.path === page);
  return line?.above[0]?.title ?? "系统设置";
}
