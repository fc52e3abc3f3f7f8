import { existsSync } from "node:fs";

/** Chromium without a window. It renders pages in four fifths of the time. */
export const BROWSER_PACKAGE = "chromium-headless-shell";
const shell = "/usr/bin/chromium-headless-shell";
const chromium = "/usr/bin/chromium";

export const browserPath = (): string => process.env["CHROMIUM_PATH"] ?? (existsSync(shell) ? shell : chromium);

/** Tells whether the preferred browser is installed. */
export const hasBrowser = (): boolean => existsSync(process.env["CHROMIUM_PATH"] ?? shell);
