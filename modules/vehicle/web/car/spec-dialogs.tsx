import { FormDialog, fieldsOf } from "@ops/platform/web";
import { type CarDetail, correctCarSpec, editCar } from "@ops/vehicle/contract";
import { Select } from "antd";
import { useItems } from "../car-item/use-items.ts";
import { useCatalogueChoices } from "./use-catalogue-choices.ts";

const spec = fieldsOf(editCar);
const corrected = fieldsOf(correctCarSpec);

/** Configuration, colours, options and numbers: asked alike when a car is made, edited and corrected. */
export function SpecFields() {
  const configs = useCatalogueChoices();
  const { choices } = useItems();
  return (
    <>
      <spec.SelectField name="carConfigId" options={configs} full />
      <spec.SelectField name="extColor" options={choices.EXT} />
      <spec.SelectField name="intColor" options={choices.INT} />
      <spec.SelectField name="optionCodes" options={choices.OPTION} multiple full />
      <spec.CustomField name="motorNos" full>
        <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车，最多4个" />
      </spec.CustomField>
      <spec.TextField name="engineNo" />
      <spec.TextField name="batteryNo" />
    </>
  );
}

interface Props {
  readonly car: CarDetail;
  readonly onClose: () => void;
}

const common = ({ car, onClose }: Props) => {
  const { optionCodes, motorNos, ...facts } = car;
  const colors = { extColor: car.extColor.colorCode, intColor: car.intColor.colorCode };
  return {
    params: { id: car.id },
    done: "修改成功！",
    onClose,
    record: { ...facts, optionCodes: [...optionCodes], motorNos: [...motorNos], ...colors },
  };
};

/** Of a car that nobody holds (VE-R17). */
export function EditSpecDialog(props: Props) {
  return (
    <FormDialog {...common(props)} title={`编辑配置 · ${props.car.vin.slice(-8)}`} endpoint={editCar}>
      <SpecFields />
    </FormDialog>
  );
}

/** Of a car that an order has or that has an owner; says why. */
export function CorrectSpecDialog(props: Props) {
  return (
    <FormDialog {...common(props)} title={`更正配置 · ${props.car.vin.slice(-8)}`} endpoint={correctCarSpec} danger>
      <SpecFields />
      <corrected.TextAreaField name="reason" />
    </FormDialog>
  );
}
