import { RecordForm } from "@ops/platform/web";
import {
  BrandShape,
  type CarBrand,
  type CarModel,
  type CarSeries,
  createBrand,
  createModel,
  createSeries,
  editBrand,
  editModel,
  editSeries,
  ModelShape,
  SeriesShape,
} from "@ops/vehicle/contract";
import { Select } from "antd";
import { fixedLater } from "../fixed-later.ts";
import { CoverInput } from "./CoverInput.tsx";

interface Props<R> {
  readonly record: R | null;
  readonly onClose: () => void;
}

export function BrandDialog({ record, onClose }: Props<CarBrand>) {
  return (
    <RecordForm
      entity={BrandShape.entity}
      create={createBrand}
      edit={editBrand}
      record={record}
      name={record?.brandName}
      fields={["brandCode", "brandName"]}
      special={{ brandCode: fixedLater }}
      onClose={onClose}
    />
  );
}

const aliases = <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车" />;

export function SeriesDialog({ record, brandId, onClose }: Props<CarSeries> & { readonly brandId: string }) {
  return (
    <RecordForm
      entity={SeriesShape.entity}
      create={createSeries}
      edit={editSeries}
      record={record}
      name={record?.seriesName}
      start={{ aliases: [], sort: 10 }}
      fixed={{ brandId }}
      fields={["seriesCode", "seriesName", "aliases", "sort", "coverFileId", "status"]}
      special={{
        seriesCode: fixedLater,
        aliases: { control: aliases, hint: "线索清洗时按别名识别车系" },
        coverFileId: { control: <CoverInput /> },
      }}
      onClose={onClose}
    />
  );
}

export function ModelDialog({ record, seriesId, onClose }: Props<CarModel> & { readonly seriesId: string }) {
  return (
    <RecordForm
      entity={ModelShape.entity}
      create={createModel}
      edit={editModel}
      record={record}
      name={record?.modelName}
      fixed={{ seriesId }}
      fields={["modelCode", "modelName", "bodyClass", "status"]}
      special={{ modelCode: fixedLater }}
      onClose={onClose}
    />
  );
}
