import { frameRoutes, type SiteGroup, type SiteRoute, siteMap, siteRoutes } from "@ops/platform/contract";

/** Finds the specified route of a real path; `{data}` means one segment. */
export function siteRouteOf(path: string): SiteRoute | undefined {
  const segments = path.split("/");
  return siteRoutes.find((route) => matches(route.path.split("/"), segments));
}

function matches(pattern: readonly string[], segments: readonly string[]): boolean {
  if (pattern.length !== segments.length) return false;
  return pattern.every((part, at) => (part === "{data}" ? segments[at] !== "" : part === segments[at]));
}

export function siteGroupOf(route: SiteRoute): SiteGroup | undefined {
  return siteMap.find((group) => group.routes.includes(route));
}

export function isFrameRoute(path: string): boolean {
  return frameRoutes.some((route) => route.path === path);
}
