import { choicesOf, FormDialog, fieldsOf } from "@ops/platform/web";
import { type CarDetail, createCar, stockKinds } from "@ops/vehicle/contract";
import { SpecFields } from "./spec-dialogs.tsx";

const made = fieldsOf(createCar);

interface Props {
  /** What somebody looked for in vain. */
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
      done="建档成功！"
      refusals={{ VEHICLE_VIN_FORMAT: "vin", VEHICLE_VIN_CHECK: "vin", VEHICLE_VIN_DUP: "vin" }}
      onDone={onDone}
      onClose={onClose}
    >
      <made.TextField name="vin" />
      <made.SelectField name="stockKind" options={choicesOf(stockKinds)} />
      <SpecFields />
      <made.TextField name="plantCode" />
      <made.DayField name="producedOn" />
    </FormDialog>
  );
}
