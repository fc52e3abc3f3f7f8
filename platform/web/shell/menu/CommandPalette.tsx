import { Modal } from "antd";
import { useEffect } from "react";
import { partsOf } from "../page/lazy-parts.tsx";
import { useShellStore } from "../shell-store.ts";

const Palette = partsOf(() => import("./Palette.tsx")).standing("Palette", null);

const close = () => useShellStore.setState({ paletteOpen: false });

/** Ctrl or ⌘ and K: pages by name, pinyin or initials (PF-R76). */
export function CommandPalette() {
  const open = useShellStore((state) => state.paletteOpen);
  useEffect(() => {
    const toggle = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      useShellStore.setState(({ paletteOpen }) => ({ paletteOpen: !paletteOpen }));
    };
    window.addEventListener("keydown", toggle);
    return () => window.removeEventListener("keydown", toggle);
  }, []);
  return (
    <Modal open={open} onCancel={close} footer={null} closable={false} width={560} className="palette" destroyOnHidden>
      <Palette />
    </Modal>
  );
}
