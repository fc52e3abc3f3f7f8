import {
  columnsOf,
  DictText,
  NotLoaded,
  PagedTable,
  StateTag,
  useDialog,
  useEndpoint,
  useMay,
  usePaged,
} from "@ops/platform/web";
import {
  type CarBrand,
  type CarModel,
  type CarSeries,
  catalogueStates,
  createBrand,
  createModel,
  createSeries,
  editSeries,
  listBrands,
  listCarConfigs,
  listModels,
  listSeries,
} from "@ops/vehicle/contract";
import { Button, Descriptions, Empty, Skeleton, Tag, Tree, type TreeDataNode } from "antd";
import { useState } from "react";
import { Cover } from "./CoverInput.tsx";
import { BrandDialog, ModelDialog, SeriesDialog } from "./series-dialogs.tsx";
import "../vehicle.css";

type Chosen =
  | { readonly kind: "brand"; readonly record: CarBrand }
  | { readonly kind: "series"; readonly record: CarSeries }
  | { readonly kind: "model"; readonly record: CarModel };
/** The subject of a dialog: the record to edit, or the parent of a new one. */
type Asked =
  | { readonly kind: "brand"; readonly record: CarBrand | null }
  | { readonly kind: "series"; readonly record: CarSeries | null; readonly brandId: string }
  | { readonly kind: "model"; readonly record: CarModel | null; readonly seriesId: string };

/** 车系车型: a tree of brands, series and models, with the selected record on the right. */
export function SeriesTab() {
  const brands = useEndpoint(listBrands, {}, { silent: true });
  const series = useEndpoint(listSeries, {}, { silent: true });
  const models = useEndpoint(listModels, {}, { silent: true });
  const [key, setKey] = useState<string | null>(null);
  const asking = useDialog<Asked>();
  const may = useMay();
  const known: Chosen[] = [
    ...(brands.data ?? []).map((record) => ({ kind: "brand" as const, record })),
    ...(series.data ?? []).map((record) => ({ kind: "series" as const, record })),
    ...(models.data ?? []).map((record) => ({ kind: "model" as const, record })),
  ];
  const chosen = known.find(({ record }) => record.id === key) ?? known[0];
  const failure = brands.error ?? series.error ?? models.error;
  const isLoading = brands.isPending || series.isPending || models.isPending;
  return (
    <section className="series-page" aria-label="车系车型">
      <div className="list-panel series-side">
        <header className="series-head">
          <h2>车系车型</h2>
          {may(createBrand) && <Button onClick={() => asking.open({ kind: "brand", record: null })}>新增品牌</Button>}
        </header>
        <div className="series-tree">
          {failure && <NotLoaded reason={failure.message} onRetry={() => void brands.refetch()} />}
          {isLoading && !failure && <Skeleton active paragraph={{ rows: 6 }} />}
          {!isLoading && !failure && (
            <Tree
              blockNode
              defaultExpandAll
              treeData={treeOf(brands.data ?? [], series.data ?? [], models.data ?? [])}
              selectedKeys={chosen ? [chosen.record.id] : []}
              onSelect={([next]) => next && setKey(String(next))}
            />
          )}
        </div>
      </div>
      <div className="list-panel series-main">
        {chosen ? <Facts chosen={chosen} onAsk={asking.open} /> : <Empty description="请先新增品牌" />}
      </div>
      {asking.value?.kind === "brand" && <BrandDialog {...asking.value} onClose={asking.close} />}
      {asking.value?.kind === "series" && <SeriesDialog {...asking.value} onClose={asking.close} />}
      {asking.value?.kind === "model" && <ModelDialog {...asking.value} onClose={asking.close} />}
    </section>
  );
}

function treeOf(
  brands: readonly CarBrand[],
  series: readonly CarSeries[],
  models: readonly CarModel[],
): TreeDataNode[] {
  const named = (name: string, status: string) => (
    <span className={status === "ENABLED" ? "" : "series-off"}>{status === "ENABLED" ? name : `${name}（停用）`}</span>
  );
  const ofSeries = (id: string) =>
    models
      .filter(({ seriesId }) => seriesId === id)
      .map((model) => ({ key: model.id, title: named(model.modelName, model.status) }));
  return brands.map((brand) => ({
    key: brand.id,
    title: brand.brandName,
    children: series
      .filter(({ brandId }) => brandId === brand.id)
      .map((one) => ({ key: one.id, title: named(one.seriesName, one.status), children: ofSeries(one.id) })),
  }));
}

function Facts({ chosen, onAsk }: { readonly chosen: Chosen; readonly onAsk: (asked: Asked) => void }) {
  const may = useMay();
  return (
    <>
      <header className="series-head">
        <h2>{nameOf(chosen)}</h2>
        <div className="series-tools">
          {chosen.kind === "brand" && may(createSeries) && (
            <Button onClick={() => onAsk({ kind: "series", record: null, brandId: chosen.record.id })}>新增车系</Button>
          )}
          {chosen.kind === "series" && may(createModel) && (
            <Button onClick={() => onAsk({ kind: "model", record: null, seriesId: chosen.record.id })}>新增车型</Button>
          )}
          {may(editSeries) && (
            <Button type="primary" onClick={() => onAsk(askedOf(chosen))}>
              编辑
            </Button>
          )}
        </div>
      </header>
      <div className="series-facts">
        {chosen.kind === "series" && chosen.record.coverFileId && (
          <Cover fileId={chosen.record.coverFileId} name={chosen.record.seriesName} />
        )}
        <Descriptions column={2} size="small" items={factsOf(chosen)} />
        {chosen.kind !== "brand" && <ConfigsOf chosen={chosen} />}
      </div>
    </>
  );
}

const configColumns = columnsOf(listCarConfigs, {
  configCode: 170,
  modelName: true,
  modelYear: true,
  trim: true,
  guidePriceFen: true,
  status: true,
});

function ConfigsOf({ chosen: { kind, record } }: { readonly chosen: Chosen }) {
  const filters = kind === "series" ? { seriesId: record.id } : { modelId: record.id };
  const paged = usePaged(listCarConfigs, { filters, enabled: useMay()(listCarConfigs) });
  return <PagedTable of={paged} columns={configColumns} empty="还没有配置" unit="个配置" />;
}

function askedOf(chosen: Chosen): Asked {
  if (chosen.kind === "brand") return chosen;
  if (chosen.kind === "series") return { ...chosen, brandId: chosen.record.brandId };
  return { ...chosen, seriesId: chosen.record.seriesId };
}

function nameOf({ kind, record }: Chosen): string {
  if (kind === "brand") return record.brandName;
  return kind === "series" ? record.seriesName : record.modelName;
}

function factsOf({ kind, record }: Chosen) {
  if (kind === "brand") return [{ key: "code", label: "品牌编码", children: record.brandCode }];
  const status = <StateTag machine={catalogueStates} state={record.status} />;
  if (kind === "series") {
    const aliases = record.aliases.length > 0 ? record.aliases.map((alias) => <Tag key={alias}>{alias}</Tag>) : "-";
    return [
      { key: "code", label: "车系编码", children: record.seriesCode },
      { key: "status", label: "状态", children: status },
      { key: "aliases", label: "别名", children: aliases },
      { key: "sort", label: "排序", children: record.sort },
    ];
  }
  return [
    { key: "code", label: "车型编码", children: record.modelCode },
    { key: "status", label: "状态", children: status },
    { key: "body", label: "车身", children: <DictText code="car_body_class" value={record.bodyClass} /> },
  ];
}
