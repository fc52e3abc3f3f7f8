import { BusinessError, commonErrors } from "@ops/platform/contract";

/**
 * A write on an existing record outside of the actor's scope. The answer is that of a missing record, and it is logged
 * as 越权尝试.
 */
export class OutOfScope extends BusinessError {
  /** `missing` is the refusal of a missing record, if it has words of its own. */
  constructor(bizType: string, bizId: string, missing: BusinessError = commonErrors.notFound()) {
    const { msgCode, message } = missing;
    super(msgCode, message, null, true);
    this.about = { bizType, bizId, bizNo: null };
  }
}
