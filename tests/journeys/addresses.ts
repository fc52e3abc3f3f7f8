/** Ports of the server under test; apart from those that a developer's own server uses. */
const PORT = process.env["JOURNEY_PORT"] ?? "18000";
const SSO_PORT = process.env["JOURNEY_SSO_PORT"] ?? "18001";

export const CONSOLE = `http://localhost:${PORT}`;
export const PORTAL = `http://localhost:${SSO_PORT}`;
export const IMAGE_CODE = "abcd";

export const serverEnvironment = {
  APP_ENV: "test",
  PORT,
  SSO_PORT,
  CAPTCHA_TEST_ANSWER: IMAGE_CODE,
  DATA_DIR: ".cache/journeys",
  LOG_LEVEL: "warn",
};
