import { type DestinationStream, type Logger, pino } from "pino";

export type { Logger };

/** One JSON line per fact on standard output, or where tests want it. Secrets are cut out wherever they stand. */
export function createLog(level: string, destination?: DestinationStream): Logger {
  const names = ["password", "newPassword", "token", "accessToken", "authorization", "cookie", "ticket", "smsCode"];
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "******" },
  };
  return destination ? pino(options, destination) : pino(options);
}
