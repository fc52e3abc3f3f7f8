import { QueryClient } from "@tanstack/react-query";
import { dropWithSession } from "../session/caches.ts";
import { CallFailure } from "./failures.ts";

/** The one cache of server state. A fault that may pass is tried once more; refusals and dead sessions are not. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      refetchOnWindowFocus: false,
      retry: (failures, failure) => failure instanceof CallFailure && failure.kind === "busy" && failures < 1,
    },
    mutations: { retry: false },
  },
});

dropWithSession(() => queryClient.clear());
