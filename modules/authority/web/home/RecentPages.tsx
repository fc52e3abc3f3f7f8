import { RightOutlined } from "@ant-design/icons";
import { groupIcon, type MenuLine, MenuLink } from "@ops/platform/web";
import { HomeCard } from "./HomeCard.tsx";

/** 最近访问: pages that the user may still open, newest first. */
export function RecentPages({ paths, pages }: { paths: readonly string[]; pages: readonly MenuLine[] }) {
  const recent = paths.flatMap((path) => pages.find(({ node }) => node.path === path) ?? []);
  return (
    <HomeCard title="最近访问">
      {recent.length === 0 && <p className="home-hint">打开过的页面会出现在这里</p>}
      <ul className="home-recent">
        {recent.map(({ node, above }) => (
          <li key={node.key}>
            <MenuLink node={node}>
              <span aria-hidden>{groupIcon(above[0]?.title ?? "")}</span>
              <span>{node.title}</span>
              <small>{above.map(({ title }) => title).join(" / ")}</small>
              <RightOutlined aria-hidden />
            </MenuLink>
          </li>
        ))}
      </ul>
    </HomeCard>
  );
}
