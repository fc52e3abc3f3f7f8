import { useCallback, useState } from "react";

/**
 * A drawer or modal that is mounted open: it keeps its content while it slides away and tells `onGone` when it has gone.
 * `<Drawer title="…" {...drawer}>`, `<Modal title="…" {...modal}>`; `close()` begins it.
 */
export function useClosing(onGone: () => void, onOpened?: () => void) {
  const [open, setOpen] = useState(true);
  const close = useCallback(() => setOpen(false), []);
  const afterOpenChange = (isOpen: boolean) => (isOpen ? onOpened?.() : onGone());
  const shown = { open, afterOpenChange };
  return { close, drawer: { ...shown, onClose: close }, modal: { ...shown, onCancel: close } };
}
