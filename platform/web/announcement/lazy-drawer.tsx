import { lazy, Suspense } from "react";

const Drawer = lazy(() => import("./AnnouncementDrawer.tsx"));

interface Props {
  /** The one that is open first. */
  readonly id?: string;
  readonly onClose: () => void;
}

/** 公告, loaded when it is opened for the first time. */
export function AnnouncementDrawer(props: Props) {
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  );
}
