import { call } from "@ops/platform/web";
import { useCallback, useEffect, useRef, useState } from "react";
import { imageCode } from "./first-calls.ts";

const REFRESH_MS = 60_000;
/** The server forgets an image after two minutes. */
const VALID_MS = 120_000;

interface Captcha {
  /** Address of the image, empty until the first one has come. */
  image: string;
  codeId: string;
  /** Nothing to type: the image is too old, or none could be had. */
  expired: boolean;
}

/** The verification image: a new one every 60 s and on demand (PF-R10). */
export function useCaptcha(onRefreshed: () => void): Captcha & { refresh: () => void } {
  const [captcha, setCaptcha] = useState<Captcha>({ image: "", codeId: "", expired: false });
  const timers = useRef<{ next?: ReturnType<typeof setTimeout>; end?: ReturnType<typeof setTimeout> }>({});
  const told = useRef(onRefreshed);
  told.current = onRefreshed;

  const refresh = useCallback(async () => {
    clearTimeout(timers.current.next);
    timers.current.next = setTimeout(refresh, REFRESH_MS);
    const answer = await call(imageCode, {}, { background: true }).catch(() => null);
    if (!answer?.success) {
      setCaptcha((before) => ({ ...before, expired: before.expired || before.image === "" }));
      return;
    }
    const { img, codeId } = answer.data;
    const image = img.startsWith("data:") ? img : `data:image/png;base64,${img}`;
    setCaptcha({ image, codeId, expired: false });
    clearTimeout(timers.current.end);
    timers.current.end = setTimeout(() => setCaptcha((before) => ({ ...before, expired: true })), VALID_MS);
    told.current();
  }, []);

  useEffect(() => {
    const started = timers.current;
    void refresh();
    return () => {
      clearTimeout(started.next);
      clearTimeout(started.end);
    };
  }, [refresh]);
  return { ...captcha, refresh };
}
