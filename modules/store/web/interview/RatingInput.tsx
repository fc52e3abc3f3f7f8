import type { FeedbackItem, InterviewRound } from "@ops/store/contract";
import { Input, Rate } from "antd";

interface Props {
  readonly dimensions: InterviewRound["dimensions"];
  readonly value?: readonly FeedbackItem[];
  readonly onChange?: (items: FeedbackItem[]) => void;
}

/** One to five points for each dimension of the round, with a remark. */
export function RatingInput({ dimensions, value = [], onChange }: Props) {
  const itemOf = (dimension: string) => value.find((item) => item.dimension === dimension);
  const set = (dimension: string, changed: Partial<FeedbackItem>) => {
    const item = { dimension, score: 0, note: "", ...itemOf(dimension), ...changed };
    onChange?.([...value.filter((one) => one.dimension !== dimension), item]);
  };
  return (
    <div className="interview-ratings">
      {dimensions.map(({ name, weight }) => (
        <div key={name} className="interview-rating">
          <span>
            {name} <small>权重{weight}</small>
          </span>
          <Rate
            aria-label={`${name} 评分`}
            allowClear={false}
            value={itemOf(name)?.score ?? 0}
            onChange={(score) => set(name, { score })}
          />
          <Input
            aria-label={`${name} 说明`}
            placeholder="说明"
            maxLength={100}
            value={itemOf(name)?.note ?? ""}
            onChange={({ target }) => set(name, { note: target.value })}
          />
        </div>
      ))}
    </div>
  );
}
