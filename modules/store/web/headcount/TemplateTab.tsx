import { NotLoaded, PlainTable, useCall, useEndpoint, useMay, useUnsaved } from "@ops/platform/web";
import { listTemplates, MOST_QUOTA, type StorePosition, saveTemplate } from "@ops/store/contract";
import { InputNumber, Skeleton } from "antd";
import { useState } from "react";
import { FIRST_KIND, SettingsHead, type StoreKind } from "../SettingsHead.tsx";

interface Line {
  readonly positionCode: string;
  readonly quota: number;
  readonly minOpen: number;
}

/** 编制模板: what a store of a type and level begins with, and how many of it must be there to open. */
export function TemplateTab({ positions }: { readonly positions: readonly StorePosition[] }) {
  const may = useMay();
  const [kind, setKind] = useState(FIRST_KIND);
  const [typed, setTyped] = useState<readonly Line[] | null>(null);
  const answer = useEndpoint(listTemplates, {}, { silent: true });
  const { call, pending } = useCall(saveTemplate, { done: "编制模板已保存", onDone: () => setTyped(null) });
  useUnsaved(typed !== null);
  if (answer.error && !answer.data) {
    return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  }
  if (!answer.data) return <Skeleton active />;
  const isOfKind = (one: StoreKind) => one.storeType === kind.storeType && one.storeLevel === kind.storeLevel;
  const saved = answer.data.filter(isOfKind);
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
    void call({ body: { ...kind, rows } });
  };
  return (
    <div className="headcount-template">
      <SettingsHead
        kind={kind}
        onKind={setKind}
        isTyped={typed !== null}
        mayEdit={may(saveTemplate)}
        isSaving={pending}
        saveText="保存模板"
        onSave={save}
        onDiscard={() => setTyped(null)}
      />
      <PlainTable<StorePosition>
        of={answer}
        rowKey="positionCode"
        rows={positions}
        empty="请先启用岗位"
        columns={[{ title: "岗位", dataIndex: "name" }, numberOf("quota", "编制"), numberOf("minOpen", "开业最低人数")]}
      />
    </div>
  );
}
