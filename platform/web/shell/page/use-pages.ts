import { useMemo } from "react";
import { useNavigate } from "react-router";
import { siteRouteOf } from "../site-routes.ts";

export interface Pages {
  /** `open(UserPage.addressOf({ mode: "view", id }))` */
  open(address: string, options?: { replace?: boolean }): void;
  /** Where the user came from; the list of this page when the address was typed or opened in a new tab. */
  back(): void;
  home(): void;
}

export function usePages(): Pages {
  const navigate = useNavigate();
  return useMemo(
    () => ({
      open: (address, options) => void navigate(address, options),
      back: () => void (hasHistory() ? navigate(-1) : navigate(listOf(window.location.hash), { replace: true })),
      home: () => void navigate("/home"),
    }),
    [navigate],
  );
}

/** The router counts its entries in the history state. */
function hasHistory(): boolean {
  const state: { idx?: number } | null = window.history.state;
  return (state?.idx ?? 0) > 0;
}

function listOf(hash: string): string {
  const path = hash.replace(/^#/, "").replace(/\?.*$/, "");
  return siteRouteOf(path)?.parent ?? "/home";
}
