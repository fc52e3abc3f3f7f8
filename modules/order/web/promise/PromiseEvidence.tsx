import { changePromise } from "@ops/order/contract";
import { UploadField } from "@ops/platform/web";

const EVIDENCE = ["jpg", "jpeg", "png", "webp", "pdf"] as const;

/** What the customer wrote about another day. Uploading is loaded with the form that shows it. */
export function PromiseEvidence() {
  return <UploadField of={changePromise} name="fileIds" bizType="salesOrder" max={9} extensions={EVIDENCE} />;
}
