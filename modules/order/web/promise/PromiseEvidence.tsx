import { changePromise } from "@ops/order/contract";
import { EVIDENCE_FILES } from "@ops/platform/contract";
import { UploadField } from "@ops/platform/web";

/** What the customer wrote about another day. Uploading is loaded with the form that shows it. */
export function PromiseEvidence() {
  return <UploadField of={changePromise} name="fileIds" bizType="salesOrder" max={9} extensions={EVIDENCE_FILES} />;
}
