import { confirmSuspension } from "@ops/partner/contract";
import { refreshAround } from "@ops/platform/web";
import { useEffect, useRef } from "react";

/** The cascade changes the partner while it runs: whenever what is followed moves on, the partner is read anew. */
export function useFollow(followed: string | undefined): void {
  const before = useRef(followed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== followed) refreshAround(confirmSuspension);
    before.current = followed;
  }, [followed]);
}
