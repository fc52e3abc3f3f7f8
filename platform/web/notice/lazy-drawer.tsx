import { lazy, Suspense } from "react";

const Drawer = lazy(() => import("./NoticeDrawer.tsx"));

/** 通知, loaded when it is opened for the first time. */
export function NoticeDrawer(props: { readonly onClose: () => void }) {
  return (
    <Suspense>
      <Drawer {...props} />
    </Suspense>
  );
}
