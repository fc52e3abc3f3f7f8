import { useEffect } from "react";
import { useBlocker } from "react-router";
import { feedback } from "./feedback.ts";
import { forgetUnsaved, hasUnsaved, useHasUnsaved } from "./unsaved.ts";

/** One guard for the whole workspace, since a router has one blocker; there only while something could be lost. */
export function UnsavedGuard() {
  return useHasUnsaved() && <Guard />;
}

function Guard() {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => hasUnsaved() && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    feedback.modal.confirm({
      title: "放弃已填写的内容？",
      okText: "放弃",
      cancelText: "继续填写",
      onOk: () => {
        blocker.proceed();
        forgetUnsaved();
      },
      onCancel: () => blocker.reset(),
    });
  }, [blocker]);
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, []);
  return null;
}
