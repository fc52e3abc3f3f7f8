import type { BodyInputOf } from "@ops/platform/contract";
import { EVIDENCE_FILES } from "@ops/platform/contract";
import { UploadInput } from "@ops/platform/web";
import { type CertificationDetail, mostAttempts, type saveCertResults, standardKinds } from "@ops/store/contract";
import { Input, InputNumber, Switch } from "antd";

type Result = BodyInputOf<typeof saveCertResults>["results"][number];

interface Props {
  readonly items: CertificationDetail["items"];
  readonly value?: readonly Result[];
  readonly onChange?: (results: Result[]) => void;
}

/** What the person has shown for each item, with the evidence. */
export function ResultsInput({ items, value = [], onChange }: Props) {
  const set = (itemId: string, changed: Partial<Result>) => {
    const before = value.find((one) => one.itemId === itemId) ?? { itemId, isPassed: false };
    onChange?.([...value.filter((one) => one.itemId !== itemId), { ...before, ...changed }]);
  };
  return (
    <div className="cert-results">
      {items.map((item) => (
        <ResultInput
          key={item.id}
          item={item}
          result={value.find(({ itemId }) => itemId === item.id)}
          onChange={(changed) => set(item.id, changed)}
        />
      ))}
    </div>
  );
}

interface OneProps {
  readonly item: CertificationDetail["items"][number];
  readonly result: Result | undefined;
  readonly onChange: (changed: Partial<Result>) => void;
}

function ResultInput({ item, result, onChange }: OneProps) {
  const { name, kind, weight, attempts, files } = item;
  return (
    <fieldset className="cert-result">
      <legend>
        {name} <small>{`${standardKinds[kind]}，权重${weight}，已登记${attempts}/${mostAttempts(item)}次`}</small>
      </legend>
      <InputNumber
        aria-label={`${name} 成绩`}
        placeholder="成绩"
        min={0}
        max={100}
        precision={0}
        value={result?.score ?? null}
        onChange={(score) => onChange({ score })}
      />
      <Switch
        aria-label={`${name} 通过`}
        checkedChildren="通过"
        unCheckedChildren="未通过"
        checked={result?.isPassed ?? false}
        onChange={(isPassed) => onChange({ isPassed })}
      />
      <Input
        aria-label={`${name} 说明`}
        placeholder="说明"
        maxLength={100}
        value={result?.note ?? ""}
        onChange={({ target }) => onChange({ note: target.value || null })}
      />
      <UploadInput
        bizType="certification"
        extensions={EVIDENCE_FILES}
        known={files}
        value={result?.fileIds ?? []}
        onChange={(fileIds) => onChange({ fileIds })}
      />
    </fieldset>
  );
}
