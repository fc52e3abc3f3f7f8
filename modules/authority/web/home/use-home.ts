import {
  getHomeWidgets,
  type HomeLayout,
  type HomeWidgetKey,
  homeWidgets,
  saveHomeLayout,
  standardHome,
} from "@ops/authority/contract";
import { queryClient, queryKeyOf, useCall, useEndpoint, useMay, useSession } from "@ops/platform/web";
import { BUDGET_MS } from "./use-widget.ts";

/** While the server answers nothing but a change of password, and when it cannot be asked: what needs no answer. */
const offline: readonly HomeWidgetKey[] = ["entries", "recent", "directory"];

/** The arrangement of the home page, shared by all its parts, and the way to change it. */
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

  const save = async (changed: Partial<Pick<HomeLayout, "pinned">> & { widgets?: HomeWidgetKey[] | null }) => {
    if (!layout) return false;
    const body = {
      widgets: layout.isOwn ? layout.placed : null,
      pinned: layout.pinned,
      ...changed,
      version: layout.version,
    };
    const saved = await saving.call({ body });
    // a conflict carries what another window saved: it is shown instead
    if (saved.data) queryClient.setQueryData(queryKeyOf(getHomeWidgets, {}), saved.data);
    return saved.success;
  };
  const offered = standardHome.filter((key) => homeWidgets[key].needs?.some((code) => may(code)) ?? true);
  const known = answer.isError ? offered : undefined;
  return {
    placed: paused ? offline : (layout?.placed ?? known),
    offered: layout?.offered ?? offered,
    pinned: layout?.pinned ?? null,
    isOwn: layout?.isOwn ?? false,
    /** Without an answer of the server there is nothing to change. */
    canEdit: layout !== undefined,
    pending: saving.pending,
    save,
  };
}
