import { fieldsOf } from "@ops/platform/web";
import {
  type CarBrand,
  type CarModel,
  type CarSeries,
  catalogueStates,
  createBrand,
  createModel,
  createSeries,
  editBrand,
  editModel,
  editSeries,
} from "@ops/vehicle/contract";
import { Select } from "antd";
import { RecordDialog } from "../RecordDialog.tsx";
import { CoverInput } from "./CoverInput.tsx";

const brand = fieldsOf(createBrand);
const series = fieldsOf(createSeries);
const model = fieldsOf(createModel);
const { StateField } = fieldsOf(editSeries); // models are switched alike
const fixedLater = "保存后不能修改";

interface BrandProps {
  readonly record: CarBrand | null;
  readonly onClose: () => void;
}

export function BrandDialog({ record, onClose }: BrandProps) {
  const pair = { what: "品牌", create: createBrand, edit: editBrand };
  return (
    <RecordDialog {...pair} record={record} name={record?.brandName} onClose={onClose}>
      {!record && <brand.TextField name="brandCode" hint={fixedLater} />}
      <brand.TextField name="brandName" />
    </RecordDialog>
  );
}

interface SeriesProps {
  readonly record: CarSeries | null;
  readonly brandId: string;
  readonly onClose: () => void;
}

export function SeriesDialog({ record, brandId, onClose }: SeriesProps) {
  const pair = { what: "车系", create: createSeries, edit: editSeries };
  const first = { start: { aliases: [], sort: 10 }, fixed: { brandId } };
  return (
    <RecordDialog {...pair} {...first} record={record} name={record?.seriesName} onClose={onClose}>
      {!record && <series.TextField name="seriesCode" hint={fixedLater} />}
      <series.TextField name="seriesName" />
      <series.CustomField name="aliases" hint="线索清洗时按别名识别车系">
        <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车" />
      </series.CustomField>
      <series.NumberField name="sort" min={0} max={9999} />
      <series.CustomField name="coverFileId">
        <CoverInput />
      </series.CustomField>
      {record && <StateField name="status" machine={catalogueStates} />}
    </RecordDialog>
  );
}

interface ModelProps {
  readonly record: CarModel | null;
  readonly seriesId: string;
  readonly onClose: () => void;
}

export function ModelDialog({ record, seriesId, onClose }: ModelProps) {
  const pair = { what: "车型", create: createModel, edit: editModel };
  return (
    <RecordDialog {...pair} fixed={{ seriesId }} record={record} name={record?.modelName} onClose={onClose}>
      {!record && <model.TextField name="modelCode" hint={fixedLater} />}
      <model.TextField name="modelName" />
      <model.DictField name="bodyClass" />
      {record && <StateField name="status" machine={catalogueStates} />}
    </RecordDialog>
  );
}
