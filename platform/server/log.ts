import { type Logger, pino } from "pino";

export type { Logger };

/** One JSON line per fact on standard output. Secrets and personal data are cut out wherever they stand. */
export function createLog(level: string): Logger {
  const names = ["password", "newPassword", "token", "accessToken", "authorization", "cookie", "ticket", "smsCode"];
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    redact: { paths: names.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]), censor: "******" },
  });
}
