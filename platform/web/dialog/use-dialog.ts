import { useCallback, useState } from "react";

export interface Dialog<T> {
  /** The subject of the dialog, or null while it is closed. */
  readonly value: T | null;
  open(value: T): void;
  close(): void;
}

/** `{editing.value && <EditDialog user={editing.value} onClose={editing.close} />}` */
export function useDialog<T>(): Dialog<T> {
  const [value, setValue] = useState<T | null>(null);
  const open = useCallback((next: T) => setValue(() => next), []);
  const close = useCallback(() => setValue(null), []);
  return { value, open, close };
}
