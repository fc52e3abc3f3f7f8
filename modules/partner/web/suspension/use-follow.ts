import { listSuspensions } from "@ops/partner/contract";
import { queryClient, queryKeyOf } from "@ops/platform/web";
import { useEffect, useRef } from "react";
import { stalePartners } from "../partner/stale.ts";

/** The cascade changes the partner while it runs: whenever what is followed moves on, the partner is read anew. */
export function useFollow(followed: string | undefined): void {
  const before = useRef(followed);
  useEffect(() => {
    if (before.current !== undefined && before.current !== followed) {
      for (const endpoint of [...stalePartners, listSuspensions]) {
        void queryClient.invalidateQueries({ queryKey: queryKeyOf(endpoint) });
      }
    }
    before.current = followed;
  }, [followed]);
}
