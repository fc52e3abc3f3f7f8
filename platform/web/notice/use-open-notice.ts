import { countUnreadNotices, listNotices, type Notice, readNotices } from "@ops/platform/contract";
import { useCall } from "../call/use-call.ts";
import { useSession } from "../session/use-session.ts";
import { feedback } from "../shell/feedback.ts";
import { isGranted } from "../shell/menu/menu-tree.ts";
import { usePages } from "../shell/page/use-pages.ts";

/** Reads it, and goes where it points to if the user may see that page (PF-R100). */
export function useOpenNotice(onLeave: () => void) {
  const { menu } = useSession();
  const pages = usePages();
  const reading = useCall(readNotices, { refreshes: [countUnreadNotices, listNotices] });
  return (notice: Notice) => {
    // the call has already shown the error
    if (!notice.isRead) void reading.call({ body: { ids: [notice.id] } }).catch(() => undefined);
    if (notice.route === null) return;
    if (!isGranted(notice.route.replace(/\?.*$/, ""), menu)) {
      feedback.message.warning("您没有查看该内容的权限");
      return;
    }
    pages.open(notice.route);
    onLeave();
  };
}
