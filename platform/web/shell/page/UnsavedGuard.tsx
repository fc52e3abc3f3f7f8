import { useEffect, useRef } from "react";
import { type BlockerFunction, useBlocker } from "react-router";
import { feedback } from "../feedback.ts";
import { forgetUnsaved, hasUnsaved, useHasUnsaved } from "./unsaved.ts";

const losesContent: BlockerFunction = ({ currentLocation, nextLocation }) =>
  hasUnsaved() && currentLocation.pathname !== nextLocation.pathname;

/** One guard for the whole workspace, since a router has one blocker. */
export function UnsavedGuard() {
  const blocker = useBlocker(losesContent);
  const isUnsaved = useHasUnsaved();
  const newest = useRef(blocker);
  useEffect(() => {
    newest.current = blocker;
  }, [blocker]);
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (!isBlocked) return;
    // another navigation during the question changes the target, but does not ask again
    const asking = feedback.modal.confirm({
      title: "放弃已填写的内容？",
      okText: "放弃",
      cancelText: "继续填写",
      onOk: () => {
        newest.current.proceed?.();
        forgetUnsaved();
      },
      onCancel: () => newest.current.reset?.(),
    });
    return () => asking.destroy();
  }, [isBlocked]);
  useEffect(() => {
    if (!isUnsaved) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isUnsaved]);
  return null;
}
