import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/** Lines leave together, a moment later, so that a slow reader of the log never holds up a call; at the exit at once. */
const BATCHED = { sync: false, minLength: 8_192, periodicFlush: 200 };

/** One JSON line per fact on standard output, or where tests want it. Secrets are cut out wherever they stand. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const names = ["password", "newPassword", "token", "accessToken", "authorization", "cookie", "ticket", "smsCode"];
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "******" },
  };
  return pino(options, destination ?? pino.destination(BATCHED));
}
