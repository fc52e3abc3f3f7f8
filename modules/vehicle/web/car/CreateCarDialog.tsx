import { FormDialog } from "@ops/platform/web";
import { type CarDetail, createCar } from "@ops/vehicle/contract";
import { specFields, useSpecLooks } from "./spec-fields.tsx";

interface Props {
  /** The VIN for which a search found no car. */
  readonly vin?: string;
  readonly onDone: (car: CarDetail) => void;
  readonly onClose: () => void;
}

export function CreateCarDialog({ vin = "", onDone, onClose }: Props) {
  return (
    <FormDialog
      title="新建车辆档案"
      endpoint={createCar}
      record={{ vin, optionCodes: [], motorNos: [], stockKind: "NORMAL" }}
      fields={["vin", "stockKind", ...specFields, "plantCode", "producedOn"]}
      special={useSpecLooks()}
      done="建档成功！"
      refusals={{ VEHICLE_VIN_FORMAT: "vin", VEHICLE_VIN_CHECK: "vin", VEHICLE_VIN_DUP: "vin" }}
      onDone={onDone}
      onClose={onClose}
    />
  );
}
