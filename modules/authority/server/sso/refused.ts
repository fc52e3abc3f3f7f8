import type { BusinessError } from "@ops/platform/contract";
import type { Steps } from "@ops/platform/server";
import { countPerMinute } from "../account/ip-guard.ts";
import { type LoginEntry, writeLoginLog } from "../account/login-log.ts";
import { REUSED, tellOfReuse } from "../session/reuse.ts";

/** A refused sign-in step. Its transaction is rolled back, but the refusal is still logged and counted. */
export class LoginRefused extends Error {
  readonly refusal: BusinessError;
  readonly entry: LoginEntry;

  constructor(refusal: BusinessError, entry: LoginEntry) {
    super(refusal.message);
    this.refusal = refusal;
    this.entry = entry;
  }
}

/** Runs the step. A refusal is logged in its own transaction and thrown again. */
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
