import { confirmSuspension } from "@ops/partner/contract";
import { refreshAround } from "@ops/platform/web";
import { useEffect, useRef } from "react";

/**
 * Reads the partner anew whenever the followed value changes, because the cascade changes the partner while it runs.
 */
export function useFollow(followed: string | undefined): void {
  const before = useRef(followed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== followed) refreshAround(confirmSuspension);
    before.current = followed;
  }, [followed]);
}
