import { FormDialog, fieldsOf } from "@ops/platform/web";
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
  listBrands,
  listModels,
  listSeries,
} from "@ops/vehicle/contract";
import { Select } from "antd";
import { CoverInput } from "./CoverInput.tsx";

const brand = fieldsOf(createBrand);
const series = fieldsOf(createSeries);
const model = fieldsOf(createModel);
const edited = { brand: fieldsOf(editBrand), series: fieldsOf(editSeries), model: fieldsOf(editModel) };
const made = { kind: "modal", done: "新增成功！" } as const;
const saved = { kind: "modal", done: "修改成功！" } as const;

interface BrandProps {
  readonly record: CarBrand | null;
  readonly onClose: () => void;
}

export function BrandDialog({ record, onClose }: BrandProps) {
  const common = { refreshes: [listBrands], onClose };
  if (!record) {
    return (
      <FormDialog {...made} {...common} title="新增品牌" endpoint={createBrand}>
        <brand.TextField name="brandCode" hint="保存后不能修改" />
        <brand.TextField name="brandName" />
      </FormDialog>
    );
  }
  const title = `编辑品牌 · ${record.brandName}`;
  return (
    <FormDialog {...saved} {...common} title={title} endpoint={editBrand} params={{ id: record.id }} record={record}>
      <edited.brand.TextField name="brandName" />
    </FormDialog>
  );
}

interface SeriesProps {
  readonly record: CarSeries | null;
  readonly brandId: string;
  readonly onClose: () => void;
}

export function SeriesDialog({ record, brandId, onClose }: SeriesProps) {
  const common = { refreshes: [listSeries], onClose };
  const aliases = <Select mode="tags" open={false} suffixIcon={null} placeholder="输入后按回车" />;
  if (!record) {
    const start = { aliases: [], sort: 10 };
    return (
      <FormDialog {...made} {...common} title="新增车系" endpoint={createSeries} record={start} fixed={{ brandId }}>
        <series.TextField name="seriesCode" hint="保存后不能修改" />
        <series.TextField name="seriesName" />
        <series.CustomField name="aliases" hint="线索清洗时按别名识别车系">
          {aliases}
        </series.CustomField>
        <series.NumberField name="sort" min={0} max={9999} />
        <series.CustomField name="coverFileId">
          <CoverInput />
        </series.CustomField>
      </FormDialog>
    );
  }
  const title = `编辑车系 · ${record.seriesName}`;
  return (
    <FormDialog {...saved} {...common} title={title} endpoint={editSeries} params={{ id: record.id }} record={record}>
      <edited.series.TextField name="seriesName" />
      <edited.series.CustomField name="aliases" hint="线索清洗时按别名识别车系">
        {aliases}
      </edited.series.CustomField>
      <edited.series.NumberField name="sort" min={0} max={9999} />
      <edited.series.CustomField name="coverFileId">
        <CoverInput />
      </edited.series.CustomField>
      <edited.series.StateField name="status" machine={catalogueStates} />
    </FormDialog>
  );
}

interface ModelProps {
  readonly record: CarModel | null;
  readonly seriesId: string;
  readonly onClose: () => void;
}

export function ModelDialog({ record, seriesId, onClose }: ModelProps) {
  const common = { refreshes: [listModels], onClose };
  if (!record) {
    return (
      <FormDialog {...made} {...common} title="新增车型" endpoint={createModel} fixed={{ seriesId }}>
        <model.TextField name="modelCode" hint="保存后不能修改" />
        <model.TextField name="modelName" />
        <model.DictField name="bodyClass" />
      </FormDialog>
    );
  }
  const title = `编辑车型 · ${record.modelName}`;
  return (
    <FormDialog {...saved} {...common} title={title} endpoint={editModel} params={{ id: record.id }} record={record}>
      <edited.model.TextField name="modelName" />
      <edited.model.DictField name="bodyClass" />
      <edited.model.StateField name="status" machine={catalogueStates} />
    </FormDialog>
  );
}
