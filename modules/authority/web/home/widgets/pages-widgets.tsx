import { RightOutlined } from "@ant-design/icons";
import { groupIcon, isOpenPage, MenuLink, recentPages, useSession } from "@ops/platform/web";
import { HomeCard } from "../HomeCard.tsx";
import type { WidgetProps } from "../widget-props.ts";

/** 最近访问: the visited pages that can still be opened, newest first. */
export function RecentWidget({ title, pages }: WidgetProps) {
  const { user } = useSession();
  const paths = user ? recentPages(user.id) : [];
  const recent = paths.flatMap((path) => pages.find(({ node }) => node.path === path && isOpenPage(node)) ?? []);
  return (
    <HomeCard title={title}>
      {recent.length === 0 && <p className="home-hint home-middle">打开过的页面会出现在这里</p>}
      <ul className="home-lines">
        {recent.map(({ node, above }) => (
          <li key={node.key}>
            <MenuLink node={node}>
              <span className="home-line-icon" aria-hidden>
                {groupIcon(above[0]?.title ?? "")}
              </span>
              <span className="home-line-text">{node.title}</span>
              <small>{above.map((group) => group.title).join(" / ")}</small>
              <RightOutlined aria-hidden />
            </MenuLink>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}

/**
 * 全部功能: every page of the user's menu by group, so that a newcomer sees at once what exists and what is still to come.
 */
export function DirectoryWidget({ title, pages }: WidgetProps) {
  const groups = Map.groupBy(pages, ({ above }) => above[0]?.title ?? "");
  return (
    <HomeCard title={title}>
      <div className="home-directory">
        {[...groups].map(([group, lines]) => (
          <section key={group} aria-label={group}>
            <h3>
              <span aria-hidden>{groupIcon(group)}</span>
              {group}
            </h3>
            <ul>
              {lines.map(({ node }) => (
                <li key={node.key}>
                  <MenuLink node={node}>
                    {node.title}
                    {!isOpenPage(node) && <small>未开放</small>}
                  </MenuLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </HomeCard>
  );
}
