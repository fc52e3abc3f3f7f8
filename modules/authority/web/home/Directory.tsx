import { groupIcon, type MenuLine, MenuLink } from "@ops/platform/web";
import { HomeCard } from "./HomeCard.tsx";

/** 全部功能: every page the user may open, by group; a newcomer sees at once what there is. */
export function Directory({ pages }: { pages: readonly MenuLine[] }) {
  const groups = Map.groupBy(pages, ({ above }) => above[0]?.title ?? "");
  return (
    <HomeCard title="全部功能">
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
                  <MenuLink node={node}>{node.title}</MenuLink>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </HomeCard>
  );
}
