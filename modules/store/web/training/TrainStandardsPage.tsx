import { ListFrame, NotLoaded, PlainTable, pageOf, useCall, useEndpoint, useMay, useUnsaved } from "@ops/platform/web";
import {
  listProjects,
  listStorePositions,
  listTrainStandards,
  type StorePosition,
  saveTrainStandards,
  TrainStandardsPage,
} from "@ops/store/contract";
import { InputNumber, Select, Skeleton } from "antd";
import { useState } from "react";
import { FIRST_KIND, SettingsHead, type StoreKind } from "../SettingsHead.tsx";
import "./training.css";

interface Line {
  readonly positionCode: string;
  readonly minHeads: number;
  readonly minCertPct: number;
  readonly leadDays: number;
  readonly courseCodes: readonly string[];
}

const blank = { minHeads: 0, minCertPct: 0, leadDays: 0, courseCodes: [] } as const;
const isUsed = ({ minHeads, minCertPct, leadDays, courseCodes }: Line) =>
  minHeads + minCertPct + leadDays + courseCodes.length > 0;

/** 培训标准设置: what the people of a store have to show before it opens, by type and level of the store. */
export default pageOf(TrainStandardsPage, function TrainStandards() {
  const may = useMay();
  const [kind, setKind] = useState(FIRST_KIND);
  const [typed, setTyped] = useState<readonly Line[] | null>(null);
  const answer = useEndpoint(listTrainStandards, {}, { silent: true });
  const { call, pending } = useCall(saveTrainStandards, { done: "培训标准已保存", onDone: () => setTyped(null) });
  useUnsaved(typed !== null);
  if (answer.error && !answer.data) {
    return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  }
  const isOfKind = (one: StoreKind) => one.storeType === kind.storeType && one.storeLevel === kind.storeLevel;
  const saved = answer.data?.filter(isOfKind) ?? [];
  const lines: readonly Line[] = typed ?? saved;
  const save = () => {
    const rows = lines.filter(isUsed).map(({ positionCode, minHeads, minCertPct, leadDays, courseCodes }) => {
      return { positionCode, minHeads, minCertPct, leadDays, courseCodes: [...courseCodes] };
    });
    void call({ body: { ...kind, rows } });
  };
  return (
    <ListFrame
      title="培训标准设置"
      lead={
        <SettingsHead
          kind={kind}
          onKind={setKind}
          isTyped={typed !== null}
          mayEdit={may(saveTrainStandards)}
          isSaving={pending}
          saveText="保存培训标准"
          onSave={save}
          onDiscard={() => setTyped(null)}
        />
      }
    >
      {typed !== null && <Affected {...kind} />}
      {answer.data ? <StandardTable lines={lines} onChange={setTyped} /> : <Skeleton active />}
    </ListFrame>
  );
});

/** How many running projects the training gate of these stores is about (ST-R27). */
function Affected({ storeType, storeLevel }: StoreKind) {
  const isKnown = useMay()(listProjects);
  const query = { storeType, storeLevel, state: "RUNNING" as const, pageSize: 1 };
  const { data } = useEndpoint(listProjects, { query }, { silent: true, enabled: isKnown });
  return data ? <output>将影响 {data.total} 个进行中的项目</output> : null;
}

interface TableProps {
  readonly lines: readonly Line[];
  readonly onChange: (lines: readonly Line[]) => void;
}

const numbers = [
  ["minHeads", "最少认证人数", 200],
  ["minCertPct", "最低认证率（%）", 100],
  ["leadDays", "开业前完成天数", 180],
] as const;

function StandardTable({ lines, onChange }: TableProps) {
  const isReadOnly = !useMay()(saveTrainStandards);
  const positions = useEndpoint(listStorePositions, {}, { silent: true });
  const lineOf = (positionCode: string): Line =>
    lines.find((line) => line.positionCode === positionCode) ?? { positionCode, ...blank };
  const set = (positionCode: string, changed: Partial<Line>) => {
    const others = lines.filter((line) => line.positionCode !== positionCode);
    onChange([...others, { ...lineOf(positionCode), ...changed }]);
  };
  const numberColumns = numbers.map(([key, title, max]) => ({
    title,
    width: 150,
    render: (_: unknown, { positionCode, name }: StorePosition) => (
      <InputNumber
        aria-label={`${name} ${title}`}
        min={0}
        max={max}
        precision={0}
        disabled={isReadOnly}
        value={lineOf(positionCode)[key]}
        onChange={(value) => set(positionCode, { [key]: value ?? 0 })}
      />
    ),
  }));
  const courses = {
    title: "课程编码",
    render: (_: unknown, { positionCode, name }: StorePosition) => (
      <Select
        aria-label={`${name} 课程编码`}
        mode="tags"
        className="form-wide"
        open={false}
        disabled={isReadOnly}
        value={[...lineOf(positionCode).courseCodes]}
        onChange={(courseCodes: string[]) => set(positionCode, { courseCodes })}
      />
    ),
  };
  return (
    <PlainTable<StorePosition>
      of={positions}
      rowKey="positionCode"
      rows={positions.data?.filter(({ isShown }) => isShown)}
      empty="请先启用岗位"
      columns={[{ title: "岗位", dataIndex: "name", width: 140 }, ...numberColumns, courses]}
    />
  );
}
