import { useEffect } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { feedback } from "./feedback.ts";
import { forgetUnsaved, hasUnsaved, useHasUnsaved } from "./unsaved.ts";

const losesContent: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname;

/** One guard for the whole workspace, since a router has one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(losesContent);
  const isUnsaved = useHasUnsaved();
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const asking = feedback.modal.confirm({
      title: "放弃已填写的内容？",
      okText: "放弃",
      cancelText: "继续填写",
      onOk: () => {
        blocker.proceed();
        forgetUnsaved();
      },
      onCancel: () => blocker.reset(),
    });
    return () => asking.destroy(); // another move while it is asked asks anew
  }, [blocker]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return null;
}
