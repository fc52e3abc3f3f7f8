import { defineConfig } from "@playwright/test";
import { browserPath } from "./scripts/browser.ts";
import { CONSOLE, SERVERS, serverAt } from "./tests/journeys/addresses.ts";

/**
 * Page tests and journeys run on the built console and a real server with demo data, with one browser and one server
 * per core.
 */
export default defineConfig({
  testDir: ".",
  testMatch: ["modules/*/web/**/*.spec.ts", "platform/web/**/*.spec.ts", "tests/journeys/**/*.spec.ts"],
  outputDir: ".cache/playwright",
  workers: SERVERS,
  // A busy machine can stand still for many seconds. Only the waits that name a limit of their own test how fast
  // something comes.
  timeout: 180_000,
  expect: { timeout: 40_000 },
  forbidOnly: true,
  reporter: "list",
  use: {
    baseURL: CONSOLE,
    viewport: { width: 1440, height: 900 },
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    contextOptions: { reducedMotion: "reduce" }, // dialogs and drawers open without animation, because nobody watches
    launchOptions: {
      executablePath: browserPath(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: Array.from({ length: SERVERS }, (_, index) => ({
    command: `${process.execPath} tests/journeys/serve.ts`,
    url: `${serverAt(index).console}/health/ready`,
    timeout: 180_000,
    reuseExistingServer: false,
    stdout: "ignore",
    gracefulShutdown: { signal: "SIGTERM", timeout: 10_000 },
    env: serverAt(index).environment,
  })),
});
