import { Fragment } from "react";
import { Link } from "react-router";
import { useShellStore } from "../shell-store.ts";

/** Makes a key from the whole path, because a group and its page may have the same name. */
const wayTo = (crumbs: readonly { readonly title: string }[], at: number): string =>
  crumbs
    .slice(0, at + 1)
    .map(({ title }) => title)
    .join(" / ");

/** 首页 when there is no trail; otherwise group / page / detail, page levels as links (PF-R73). */
export function Breadcrumb() {
  const trail = useShellStore((state) => state.trail);
  const crumbs = trail.length > 0 ? trail : [{ title: "首页" }];
  return (
    <nav className="breadcrumb" aria-label="面包屑">
      <ol>
        {crumbs.map((crumb, at) => (
          <Fragment key={wayTo(crumbs, at)}>
            {at > 0 && (
              <li aria-hidden className="breadcrumb-divider">
                /
              </li>
            )}
            <li aria-current={at === crumbs.length - 1 ? "page" : undefined}>
              {crumb.path ? <Link to={crumb.path}>{crumb.title}</Link> : crumb.title}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
