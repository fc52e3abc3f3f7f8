import { Drawer, Modal } from "antd";
import { useEffect, useState } from "react";
import type { Fresh } from "./use-fresh.ts";

/** Most answers come sooner, and a frame that is there for a moment only flickers. */
const PATIENCE_MS = 400;

interface Props {
  readonly of: readonly Fresh<unknown>[];
  readonly title?: string;
  readonly kind?: "drawer" | "modal";
  readonly width?: number;
  readonly onClose: () => void;
}

/** Stands for a dialog until what it edits has been loaded, and closes it when that cannot be loaded. */
export function FreshDialog({ of, title, kind = "drawer", width = 560, onClose }: Props) {
  const hasFailed = of.some((one) => one.hasFailed);
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (hasFailed) onClose();
  }, [hasFailed, onClose]);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (!isLong) return null;
  return kind === "modal" ? (
    <Modal open loading title={title} width={width} footer={null} onCancel={onClose} />
  ) : (
    <Drawer open loading title={title} size={width} onClose={onClose} />
  );
}
