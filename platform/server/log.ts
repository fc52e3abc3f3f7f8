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
    serializers: { err: shownError },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "******" },
  };
  return pino(options, destination ?? pino.destination(BATCHED));
}

/** What PostgreSQL adds to its errors may hold values of the row, and the driver adds its whole connection: left out. */
function shownError(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const keys = ["name", "message", "stack", "code", "table", "constraint", "queue"];
  const told = Object.fromEntries(keys.flatMap((key) => textAt(error, key)));
  return "cause" in error ? { ...told, cause: shownError(error.cause) } : told;
}

function textAt(error: object, key: string): [string, string][] {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? [[key, value]] : [];
}
