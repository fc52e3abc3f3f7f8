import { applyChange } from "@ops/order/contract";
import { EVIDENCE_FILES } from "@ops/platform/contract";
import { UploadField } from "@ops/platform/web";

/** What proves the relation of the new buyer. Uploading is loaded with the form that shows it. */
export function BuyerProofs() {
  return (
    <UploadField of={applyChange} name="fileIds" required bizType="orderChange" max={9} extensions={EVIDENCE_FILES} />
  );
}
