import { createSeriesRule, editSeriesRule, listSeriesRules, type Offsets, type SeriesRule } from "@ops/order/contract";
import { dayOf } from "@ops/platform/contract";
import { columnsOf, ListPage, RecordForm, serverNow, useDialog } from "@ops/platform/web";
import { InputNumber, Tag } from "antd";
import "./series-rule.css";

const MEMORY = "?tab=rules";
const stages = { scheduled: "排产", produced: "下线", shipped: "发运", arrived: "到店", delivered: "交付" } as const;
type StageName = keyof typeof stages;
const names = Object.keys(stages) as StageName[]; // the keys of the table above

const showOffsets = (offsets: unknown) =>
  names.map((name) => `${stages[name]}${Object(offsets)[name] ?? "-"}`).join(" · ");

/** The demo cycle of four to six weeks, from which a new rule starts. */
const usual = {
  cycleMinDays: 28,
  cycleMaxDays: 42,
  offsets: { scheduled: 7, produced: 25, shipped: 28, arrived: 35, delivered: 40 },
};

/** 车系规则: deposits, cycle and planned days of a series for a time. One that has begun is only ended. */
export function SeriesRules() {
  const editing = useDialog<{ rule: SeriesRule | null }>();
  return (
    <ListPage
      title="车系规则"
      memory={MEMORY}
      endpoint={listSeriesRules}
      columns={columnsOf(listSeriesRules, {
        seriesName: 140,
        smallFen: true,
        bigFen: true,
        smallEndsOn: true,
        cycleMaxDays: {
          title: "交付周期",
          width: 120,
          as: ({ cycleMinDays, cycleMaxDays }) => `${cycleMinDays}–${cycleMaxDays} 天`,
        },
        offsets: {
          width: 300,
          as: ({ offsets }) => showOffsets(offsets),
        },
        validFrom: true,
        validTo: { as: ({ validTo }) => validTo ?? "长期" },
        isStarted: { width: 90, as: (rule) => <Tag>{standingOf(rule)}</Tag> },
        updatedAt: true,
      })}
      tools={[{ label: "新增规则", needs: createSeriesRule, primary: true, run: () => editing.open({ rule: null }) }]}
      rowActions={[{ label: "编辑", needs: editSeriesRule, run: (rule) => editing.open({ rule }) }]}
      empty="还没有车系规则，没有生效规则的车系不能下单"
    >
      {editing.value && <RuleForm {...editing.value} onClose={editing.close} />}
    </ListPage>
  );
}

/** Whether a rule is in force today. */
function standingOf({ isStarted, validTo }: SeriesRule): string {
  if (!isStarted) return "未生效";
  return validTo !== null && validTo < dayOf(serverNow()) ? "已结束" : "已生效";
}

function RuleForm({ rule, onClose }: { readonly rule: SeriesRule | null; readonly onClose: () => void }) {
  const disabled = rule?.isStarted ?? false;
  return (
    <RecordForm
      entity="车系规则"
      create={createSeriesRule}
      edit={editSeriesRule}
      record={rule}
      name={rule?.seriesName}
      kind="drawer"
      start={usual}
      fields={[
        "seriesId",
        "smallFen",
        "bigFen",
        "smallEndsOn",
        "cycleMinDays",
        "cycleMaxDays",
        "offsets",
        "validFrom",
        "validTo",
      ]}
      special={{
        seriesId: { alone: true },
        smallFen: { disabled },
        bigFen: { disabled },
        smallEndsOn: { disabled, alone: true, hint: "之后未转大定的小定全额退款" },
        cycleMinDays: { disabled, unit: "天" },
        cycleMaxDays: { disabled, unit: "天", hint: "承诺交付日 = 锁单日 + 最长周期" },
        offsets: {
          full: true,
          control: <OffsetsInput disabled={disabled} />,
          hint: "锁单后第几天完成，依次递增",
          show: showOffsets,
        },
        validFrom: { disabled },
        validTo: disabled ? "规则已生效，只能修改结束日期" : "不填为长期有效",
      }}
      onClose={onClose}
    />
  );
}

interface OffsetsProps {
  readonly value?: Partial<Offsets>;
  readonly onChange?: (offsets: Partial<Offsets>) => void;
  readonly disabled: boolean;
}

/** The days after the lock by which each stage is planned. */
function OffsetsInput({ value = {}, onChange, disabled }: OffsetsProps) {
  return (
    <div className="rule-offsets">
      {names.map((name) => (
        <span key={name}>
          <small aria-hidden>{stages[name]}</small>
          <InputNumber
            aria-label={`${stages[name]}天数`}
            min={1}
            max={730}
            precision={0}
            suffix="天"
            disabled={disabled}
            value={value[name] ?? null}
            onChange={(days) => onChange?.({ ...value, [name]: days ?? undefined })}
          />
        </span>
      ))}
    </div>
  );
}
