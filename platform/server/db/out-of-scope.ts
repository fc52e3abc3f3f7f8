import { BusinessError, commonErrors } from "@ops/platform/contract";

/** A write on a record that exists but lies outside the actor's scope: told like a missing one, logged as 越权尝试. */
export class OutOfScope extends BusinessError {
  constructor(bizType: string, bizId: string) {
    const { msgCode, message } = commonErrors.notFound();
    super(msgCode, message, null, true);
    this.about = { bizType, bizId, bizNo: null };
  }
}
