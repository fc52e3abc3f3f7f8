import { NotLoaded, PlainTable, useCall, useDict, useEndpoint, useMay, useUnsaved } from "@ops/platform/web";
import { listTemplates, MOST_QUOTA, type StorePosition, saveTemplate, storeLevels } from "@ops/store/contract";
import { Button, InputNumber, Segmented, Select } from "antd";
import { useState } from "react";

interface Line {
  readonly positionCode: string;
  readonly quota: number;
  readonly minOpen: number;
}

type Level = keyof typeof storeLevels;
const isLevel = (value: unknown): value is Level => typeof value === "string" && Object.hasOwn(storeLevels, value);

/** 编制模板: what a store of a type and level begins with, and how many of it must be there to open. */
export function TemplateTab({ positions }: { readonly positions: readonly StorePosition[] }) {
  const may = useMay();
  const types = useDict("store_type");
  const [storeType, setStoreType] = useState("EXPERIENCE");
  const [storeLevel, setStoreLevel] = useState<Level>("C");
  const [typed, setTyped] = useState<readonly Line[] | null>(null);
  const answer = useEndpoint(listTemplates, {}, { silent: true });
  const { call, pending } = useCall(saveTemplate, { done: "编制模板已保存", onDone: () => setTyped(null) });
  useUnsaved(typed !== null);
  if (answer.error && !answer.data) {
    return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  }
  const saved = (answer.data ?? []).filter((one) => one.storeType === storeType && one.storeLevel === storeLevel);
  const lines = typed ?? saved;
  const lineOf = (positionCode: string): Line =>
    lines.find((line) => line.positionCode === positionCode) ?? { positionCode, quota: 0, minOpen: 0 };
  const set = (positionCode: string, changed: Partial<Line>) => {
    const others = lines.filter((line) => line.positionCode !== positionCode);
    setTyped([...others, { ...lineOf(positionCode), ...changed }]);
  };
  const numberOf = (key: "quota" | "minOpen", label: string) => ({
    title: label,
    width: 160,
    render: (_: unknown, { positionCode, name }: StorePosition) => (
      <InputNumber
        aria-label={`${name} ${label}`}
        min={0}
        max={key === "quota" ? MOST_QUOTA : lineOf(positionCode).quota}
        precision={0}
        disabled={!may(saveTemplate)}
        value={lineOf(positionCode)[key]}
        onChange={(value) => set(positionCode, { [key]: value ?? 0 })}
      />
    ),
  });
  const save = () => {
    const rows = lines
      .filter(({ quota, minOpen }) => quota + minOpen > 0)
      .map(({ positionCode, quota, minOpen }) => ({ positionCode, quota, minOpen }));
    void call({ body: { storeType, storeLevel, rows } });
  };
  return (
    <>
      <div className="headcount-filters">
        <Select
          aria-label="门店类型"
          disabled={typed !== null}
          value={storeType}
          options={[...types.options]}
          onChange={setStoreType}
        />
        <Segmented
          disabled={typed !== null}
          options={Object.keys(storeLevels)}
          value={storeLevel}
          onChange={(value) => isLevel(value) && setStoreLevel(value)}
        />
        {may(saveTemplate) && (
          <Button type="primary" disabled={typed === null} loading={pending} onClick={save}>
            保存模板
          </Button>
        )}
      </div>
      <PlainTable<StorePosition>
        of={answer}
        rowKey="positionCode"
        rows={positions}
        empty="请先启用岗位"
        columns={[{ title: "岗位", dataIndex: "name" }, numberOf("quota", "编制"), numberOf("minOpen", "开业最低人数")]}
      />
    </>
  );
}
