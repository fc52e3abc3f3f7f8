import { verifyIdentity } from "@ops/order/contract";
import { PICTURE_FILES } from "@ops/platform/contract";
import { UploadField } from "@ops/platform/web";

/** The photos of the original, one or two. Uploading is loaded with the form that shows it. */
export function IdentityPhotos() {
  return <UploadField of={verifyIdentity} name="fileIds" bizType="customer" max={2} extensions={PICTURE_FILES} />;
}
