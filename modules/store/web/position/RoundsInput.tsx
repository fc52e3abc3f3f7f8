import { DeleteOutlined } from "@ant-design/icons";
import type { InterviewRound } from "@ops/store/contract";
import { Button, Input, InputNumber } from "antd";

interface Props {
  readonly value?: readonly InterviewRound[];
  readonly onChange?: (rounds: InterviewRound[]) => void;
}

type Dimension = InterviewRound["dimensions"][number];

const MOST_ROUNDS = 4;

/** The rounds of interviews for a position, each with its dimensions and their weights. */
export function RoundsInput({ value = [], onChange }: Props) {
  const set = (at: number, changed: Partial<InterviewRound>) =>
    onChange?.(value.map((round, n) => (n === at ? { ...round, ...changed } : round)));
  const added = { name: `第${value.length + 1}轮`, dimensions: [{ name: "综合评价", weight: 100 }], passScore: 3.5 };
  return (
    <div className="form-stack">
      {value.map((round, at) => (
        <fieldset key={at}>
          <Input
            aria-label={`第${at + 1}轮名称`}
            maxLength={20}
            value={round.name}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <InputNumber
            aria-label={`第${at + 1}轮通过分`}
            prefix="通过分"
            min={1}
            max={5}
            step={0.1}
            value={round.passScore}
            onChange={(passScore) => set(at, { passScore: passScore ?? 1 })}
          />
          <Button
            type="text"
            aria-label={`删除第${at + 1}轮`}
            icon={<DeleteOutlined />}
            disabled={value.length === 1}
            onClick={() => onChange?.(value.filter((_, n) => n !== at))}
          />
          <Dimensions no={at + 1} dimensions={round.dimensions} onChange={(dimensions) => set(at, { dimensions })} />
        </fieldset>
      ))}
      <Button type="dashed" disabled={value.length >= MOST_ROUNDS} onClick={() => onChange?.([...value, added])}>
        添加轮次
      </Button>
    </div>
  );
}

interface DimensionsProps {
  readonly no: number;
  readonly dimensions: readonly Dimension[];
  readonly onChange: (dimensions: Dimension[]) => void;
}

function Dimensions({ no, dimensions, onChange }: DimensionsProps) {
  const set = (at: number, changed: Partial<Dimension>) =>
    onChange(dimensions.map((one, n) => (n === at ? { ...one, ...changed } : one)));
  return (
    <>
      {dimensions.map(({ name, weight }, at) => (
        <div key={at} className="position-dimension">
          <Input
            aria-label={`第${no}轮维度${at + 1}`}
            maxLength={20}
            value={name}
            onChange={({ target }) => set(at, { name: target.value })}
          />
          <InputNumber
            aria-label={`第${no}轮维度${at + 1}权重`}
            prefix="权重"
            min={1}
            max={100}
            precision={0}
            value={weight}
            onChange={(typed) => set(at, { weight: typed ?? 1 })}
          />
          <Button
            type="text"
            aria-label={`删除第${no}轮维度${at + 1}`}
            icon={<DeleteOutlined />}
            disabled={dimensions.length === 1}
            onClick={() => onChange(dimensions.filter((_, n) => n !== at))}
          />
        </div>
      ))}
      <Button size="small" type="dashed" onClick={() => onChange([...dimensions, { name: "", weight: 1 }])}>
        添加维度
      </Button>
    </>
  );
}
