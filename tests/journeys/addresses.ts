import { testFolder } from "../../platform/server/db/test-folder.ts";

/** The number of servers, which is the number of browsers that work in parallel. */
export const SERVERS = 2;
export const IMAGE_CODE = "abcd";

/** These ports differ from those that a developer's own server uses. */
const FIRST_PORT = Number(process.env["JOURNEY_PORT"] ?? 18_000);

/** Where the demo data lie loaded before the servers under test start. */
export const LOADED_DEMO = testFolder(`journeys-${FIRST_PORT}-demo`);

/** A server under test has ports and a database of its own, so that journeys on other servers do not disturb it. */
export function serverAt(index: number) {
  const [port, ssoPort] = [FIRST_PORT + 2 * index, FIRST_PORT + 2 * index + 1];
  const outsidePort = FIRST_PORT + 2 * SERVERS + index;
  const storiesPort = FIRST_PORT + 3 * SERVERS + index;
  return {
    console: `http://localhost:${port}`,
    portal: `http://localhost:${ssoPort}`,
    outside: `http://localhost:${outsidePort}`,
    /** The address where a journey serves the stories of the kit, with the calls of this server. */
    stories: `http://localhost:${storiesPort}`,
    environment: {
      APP_ENV: "test",
      PORT: String(port),
      SSO_PORT: String(ssoPort),
      OUTSIDE_PORT: String(outsidePort),
      CAPTCHA_TEST_ANSWER: IMAGE_CODE,
      DATA_DIR: testFolder(`journeys-${FIRST_PORT}-${index}`),
      LOG_LEVEL: "warn",
    },
  };
}

/** The addresses of the server that this process of tests uses. */
export const {
  console: CONSOLE,
  portal: PORTAL,
  outside: OUTSIDE,
  stories: STORIES,
} = serverAt(Number(process.env["TEST_PARALLEL_INDEX"] ?? 0));
