import type { MenuNode } from "@ops/platform/contract";
import type { ReactNode } from "react";
import { Link, useNavigate } from "react-router";
import { isOutside, menuAddress } from "./menu-tree.ts";

/** A link to the target of a menu item. */
export function MenuLink({ node, children }: { readonly node: MenuNode; readonly children: ReactNode }) {
  const address = menuAddress(node);
  if (!isOutside(address)) return <Link to={address}>{children}</Link>;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Does the same without a link, for the sidebar and the palette. */
export function useOpenMenu(): (node: MenuNode) => void {
  const navigate = useNavigate();
  return (node) => {
    const address = menuAddress(node);
    if (isOutside(address)) window.open(address, "_blank", "noreferrer");
    else void navigate(address);
  };
}
