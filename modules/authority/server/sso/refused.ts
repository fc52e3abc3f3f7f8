import type { BusinessError } from "@ops/platform/contract";
import type { Steps } from "@ops/platform/server";
import { countPerMinute } from "../account/ip-guard.ts";
import { type LoginEntry, writeLoginLog } from "../account/login-log.ts";
import { REUSED, tellOfReuse } from "../session/reuse.ts";

/** A sign-in step was refused. Its transaction is undone; its row in the login log and the report of it are not. */
export class LoginRefused extends Error {
  readonly refusal: BusinessError;
  readonly entry: LoginEntry;

  constructor(refusal: BusinessError, entry: LoginEntry) {
    super(refusal.message);
    this.refusal = refusal;
    this.entry = entry;
  }
}

/** Does the step; if it refuses, logs that in a transaction of its own and hands the refusal on. */
export async function loggingRefusals<T>(steps: Steps, act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof LoginRefused)) throw error;
    await steps.commit(async (tx) => {
      await countPerMinute(tx, "refused", tx.request.ip);
      await writeLoginLog(tx, error.entry);
      if (error.entry.detail === REUSED) await tellOfReuse(tx);
    });
    throw error.refusal;
  }
}
