import { createContext, useMemo, useState } from "react";

/** Told of each file that is on its way to the server, and when it has arrived or failed. */
export interface UploadsWatch {
  add(sending: Promise<boolean>): unknown;
  delete(sending: Promise<boolean>): unknown;
}

/** Stands around upload fields that are in no form of one call; those in a form tell the form. */
export const UploadsContext = createContext<UploadsWatch | null>(null);

/** Counts the files that are on their way in the fields inside `<UploadsContext value={watch}>`: until then nothing is saved. */
export function useUploadsUnderWay() {
  const [count, setCount] = useState(0);
  const watch = useMemo<UploadsWatch>(
    () => ({ add: () => setCount((before) => before + 1), delete: () => setCount((before) => before - 1) }),
    [],
  );
  return { watch, isSending: count > 0 };
}

/** Why a button is disabled meanwhile. */
export const SENDING_TEXT = "文件上传中，完成后可保存";
