import { useCallback, useEffect, useRef, useState } from "react";
import { ask, imageCode } from "./calls.ts";

const REFRESH_MS = 60_000;

interface Captcha {
  /** The address of the image; empty until it has arrived. */
  readonly image: string;
  readonly codeId: string;
}

/**
 * Loads a verification image, and a new one every 60 s and on demand (PF-R10). `onRefreshed` empties the field beside
 * it.
 */
export function useCaptcha(onRefreshed: () => void): Captcha & { refresh: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ image: "", codeId: "" });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const told = useRef(onRefreshed);
  told.current = onRefreshed;

  const refresh = useCallback(async () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, REFRESH_MS);
    const answer = await ask(imageCode, {});
    if (!answer.success) return setCaptcha({ image: "", codeId: "" });
    setCaptcha({ image: `data:image/png;base64,${answer.data.img}`, codeId: answer.data.codeId });
    told.current();
  }, []);

  useEffect(() => {
    void refresh();
    return () => clearTimeout(timer.current);
  }, [refresh]);
  return { ...captcha, refresh };
}
