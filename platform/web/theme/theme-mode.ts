import { useSyncExternalStore } from "react";
import { create } from "zustand";
import type { ThemeMode } from "./tokens.ts";

const STORED = "theme";

function initialMode(): ThemeMode {
  const stored = localStorage.getItem(STORED);
  if (stored === "light" || stored === "dark") return stored;
  return window.matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

const useThemeStore = create<{ mode: ThemeMode }>(() => ({ mode: initialMode() }));

export function useThemeMode(): ThemeMode {
  return useThemeStore(({ mode }) => mode);
}

export function toggleTheme(): void {
  useThemeStore.setState(({ mode }) => ({ mode: mode === "dark" ? "light" : "dark" }));
  localStorage.setItem(STORED, useThemeStore.getState().mode);
}

const stillWanted = window.matchMedia("(prefers-reduced-motion: reduce)");

/** False while the user's system asks for less motion. */
export function useMotionAllowed(): boolean {
  return useSyncExternalStore(onStillWanted, () => !stillWanted.matches);
}

function onStillWanted(tell: () => void): () => void {
  stillWanted.addEventListener("change", tell);
  return () => stillWanted.removeEventListener("change", tell);
}
