import { SCAN_FILES } from "@ops/platform/contract";
import { UploadField } from "@ops/platform/web";
import { createMovement } from "@ops/store/contract";

/** 附件 of a transfer or a leave, such as the letter of resignation. */
export function MovementFiles() {
  return (
    <UploadField
      of={createMovement}
      name="fileIds"
      bizType="storeMovement"
      max={9}
      extensions={SCAN_FILES}
      required={false}
    />
  );
}
