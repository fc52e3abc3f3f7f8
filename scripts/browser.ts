import { existsSync } from "node:fs";

/** The same engine without the window: it draws pages in four fifths of the time. */
export const BROWSER_PACKAGE = "chromium-headless-shell";
const shell = "/usr/bin/chromium-headless-shell";
const chromium = "/usr/bin/chromium";

export const browserPath = (): string => process.env["CHROMIUM_PATH"] ?? (existsSync(shell) ? shell : chromium);

/** Whether the one is there that we would choose. */
export const hasBrowser = (): boolean => existsSync(process.env["CHROMIUM_PATH"] ?? shell);
