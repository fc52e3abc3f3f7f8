import { testFolder } from "../../platform/server/db/test-folder.ts";

/** As many servers as browsers work side by side. */
export const SERVERS = 2;
export const IMAGE_CODE = "abcd";

/** Apart from the ports that a developer's own server uses. */
const FIRST_PORT = Number(process.env["JOURNEY_PORT"] ?? 18_000);

/** A server under test: ports and a database of its own, so that journeys on another one are none of its business. */
export function serverAt(index: number) {
  const [port, ssoPort] = [FIRST_PORT + 2 * index, FIRST_PORT + 2 * index + 1];
  return {
    console: `http://localhost:${port}`,
    portal: `http://localhost:${ssoPort}`,
    environment: {
      APP_ENV: "test",
      PORT: String(port),
      SSO_PORT: String(ssoPort),
      CAPTCHA_TEST_ANSWER: IMAGE_CODE,
      DATA_DIR: testFolder(`journeys-${FIRST_PORT}-${index}`),
      LOG_LEVEL: "warn",
    },
  };
}

/** Those of the server that this process of tests keeps to. */
export const { console: CONSOLE, portal: PORTAL } = serverAt(Number(process.env["TEST_PARALLEL_INDEX"] ?? 0));
