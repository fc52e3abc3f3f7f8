import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/**
 * Lines are written together a moment later, so that a slow reader of the log never delays a call. At the exit they are
 * written at once.
 */
const BATCHED = { sync: false, minLength: 8_192, periodicFlush: 200 };

/**
 * Makes a log with one JSON line per entry, on standard output or where tests want it. Secrets are removed everywhere.
 */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const names = ["password", "newPassword", "token", "accessToken", "authorization", "cookie", "ticket", "smsCode"];
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: describeError },
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "******" },
  };
  return pino(options, destination ?? pino.destination(BATCHED));
}

/**
 * Describes an error without the details of PostgreSQL, which may contain values of the row, and without the connection
 * that the driver adds.
 */
function describeError(error: unknown): unknown {
  if (typeof error !== "object" || error === null) return { message: String(error) };
  const keys = ["name", "message", "stack", "code", "table", "constraint", "queue"];
  const told = Object.fromEntries(keys.flatMap((key) => textAt(error, key)));
  return "cause" in error ? { ...told, cause: describeError(error.cause) } : told;
}

function textAt(error: object, key: string): [string, string][] {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? [[key, value]] : [];
}
