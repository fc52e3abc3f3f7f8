import { type Check, type Order, tickCheck } from "@ops/order/contract";
import { EVIDENCE_FILES } from "@ops/platform/contract";
import { FormDialog, UploadField } from "@ops/platform/web";
import { SignedInput } from "./SignedInput.tsx";

interface Props {
  readonly order: Order;
  readonly check: Check;
  readonly onClose: () => void;
}

const SIGNED = "HANDOVER_SIGN";
const PLATE = "PLATE_OR_TEMP";

/** Notes a check as done, with its files; the customer signs on the screen or on paper. */
export function TickDialog({ order: { id, orderNo, version }, check: { code, label, needsFile }, onClose }: Props) {
  const upload = (
    <UploadField
      key="fileIds"
      of={tickCheck}
      name="fileIds"
      bizType="salesOrder"
      max={9}
      extensions={EVIDENCE_FILES}
      required={needsFile}
    />
  );
  return (
    <FormDialog
      kind="modal"
      width={620}
      title={`${label} · ${orderNo}`}
      endpoint={tickCheck}
      params={{ id, code }}
      record={{ isDone: true, note: null, fileIds: [], plateNo: null, version }}
      okText="完成"
      done={`${label}已完成！`}
      refusals={{ ORDER_CHECK_FILE: "fileIds", VEHICLE_PLATE_DUP: "plateNo" }}
      fields={[...(code === PLATE ? (["plateNo"] as const) : []), "fileIds", "note"]}
      special={{
        plateNo: "已上牌时填写，登记到车辆档案",
        note: code === PLATE && "临牌号写在这里；车牌号与说明至少填写一项",
        fileIds: code === SIGNED ? { label: "交接签字", required: true, control: <SignedInput /> } : upload,
      }}
      onClose={onClose}
    />
  );
}
