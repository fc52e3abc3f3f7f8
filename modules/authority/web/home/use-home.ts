import { getHomeWidgets, type HomeLayout, ownWidgets, saveHomeLayout, standardHome } from "@ops/authority/contract";
import { queryClient, queryKeyOf, useCall, useEndpoint, useMay, useSession } from "@ops/platform/web";
import { BUDGET_MS } from "./use-widget.ts";

/**
 * The widgets that need no answer of the server. They are shown if it cannot be reached, or answers only a change of
 * password.
 */
const offline: readonly string[] = ["entries", "recent", "directory"];

/** Loads the arrangement of the home page, which all its parts share, and saves changes of it. */
export function useHome() {
  const { user } = useSession();
  const may = useMay();
  const paused = user?.changePwdStatus ?? true;
  const answer = useEndpoint(
    getHomeWidgets,
    {},
    { enabled: !paused, background: true, timeoutMs: BUDGET_MS, staleTime: 60_000 },
  );
  const saving = useCall(saveHomeLayout, { refreshes: [getHomeWidgets] });
  const layout = answer.data;

  const save = async (changed: Partial<Pick<HomeLayout, "pinned">> & { widgets?: string[] | null }) => {
    if (!layout) return false;
    const body = {
      widgets: layout.isOwn ? layout.placed : null,
      pinned: layout.pinned,
      ...changed,
      version: layout.version,
    };
    const saved = await saving.call({ body });
    // a conflict answers the arrangement that another window saved, which is shown instead
    if (saved.data) queryClient.setQueryData(queryKeyOf(getHomeWidgets, {}), saved.data);
    return saved.success;
  };
  const offered = standardHome.filter((key) => ownWidgets[key].needs?.some((code) => may(code)) ?? true);
  const known = answer.isError ? offered : undefined;
  return {
    placed: paused ? offline : (layout?.placed ?? known),
    offered: layout?.offered ?? offered,
    pinned: layout?.pinned ?? null,
    isOwn: layout?.isOwn ?? false,
    /** False until the server has answered, because there is nothing to change before. */
    canEdit: layout !== undefined,
    pending: saving.pending,
    save,
  };
}
