import { call } from "@ops/platform/web";
import { useCallback, useEffect, useRef, useState } from "react";
import { imageCode } from "../first-calls.ts";

const REFRESH_MS = 60_000;
/** The server deletes an image after two minutes. */
const VALID_MS = 120_000;

interface Captcha {
  /** Address of the image, empty until the first one has come. */
  image: string;
  /** True if there is no image to type from, because it is too old or could not be loaded. */
  expired: boolean;
  /** True while an image is being loaded. A code typed before it arrives would belong to the former image. */
  loading: boolean;
  refresh: () => void;
  /** The id of the image on the screen. If one is being loaded, this waits for it. */
  codeId: () => Promise<string>;
}

/**
 * The verification image, renewed every 60 s and on demand (PF-R10). `onReplaced` is called when a new image replaces
 * another.
 */
export function useCaptcha(onReplaced: () => void): Captcha {
  const [shown, setShown] = useState({ image: "", expired: false });
  const [loading, setLoading] = useState(true);
  const coming = useRef<Promise<string>>(Promise.resolve(""));
  const known = useRef("");
  const asked = useRef(0);
  const timers = useRef<{ next?: ReturnType<typeof setTimeout>; end?: ReturnType<typeof setTimeout> }>({});
  const told = useRef(onReplaced);
  told.current = onReplaced;

  const load = useCallback(async (): Promise<string> => {
    asked.current += 1;
    const mine = asked.current;
    const answer = await call(imageCode, {}, { background: true }).catch(() => null);
    // a later image was requested meanwhile, so this one is ignored
    if (mine !== asked.current) return known.current;
    if (!answer?.success) {
      setShown((before) => ({ ...before, expired: before.expired || before.image === "" }));
      return known.current;
    }
    const { img, codeId } = answer.data;
    if (known.current !== "") told.current();
    known.current = codeId;
    setShown({ image: img.startsWith("data:") ? img : `data:image/png;base64,${img}`, expired: false });
    clearTimeout(timers.current.end);
    timers.current.end = setTimeout(() => setShown((before) => ({ ...before, expired: true })), VALID_MS);
    return codeId;
  }, []);

  const refresh = useCallback(() => {
    clearTimeout(timers.current.next);
    timers.current.next = setTimeout(refresh, REFRESH_MS);
    setLoading(true);
    const image = load();
    coming.current = image;
    // only the last requested image ends the loading
    void image.finally(() => setLoading(coming.current !== image));
  }, [load]);

  useEffect(() => {
    const started = timers.current;
    refresh();
    return () => {
      clearTimeout(started.next);
      clearTimeout(started.end);
    };
  }, [refresh]);
  return { ...shown, loading, refresh, codeId: () => coming.current };
}
