import { PlainTable, UploadInput, useCall, useClosing } from "@ops/platform/web";
import {
  rectificationLevels,
  saveVerification,
  sheetScore,
  type TemplateCheck,
  type Verification,
  type VerificationItem,
} from "@ops/store/contract";
import { Button, Checkbox, Drawer, Input, InputNumber, Select, Space } from "antd";
import { useState } from "react";

interface Props {
  readonly round: Verification;
  readonly checks: readonly TemplateCheck[];
  readonly isReadOnly: boolean;
  readonly onClose: () => void;
}

const blank = {
  score: 0,
  isFailed: false,
  note: "",
  fileIds: [],
  level: "NORMAL",
  ownerUserId: null,
  deadline: null,
} as const;
const levels = Object.entries(rectificationLevels).map(([value, label]) => ({ value, label }));

/** The score sheet of a round. Handed in, it is frozen. */
export function SheetDialog({ round, checks, isReadOnly, onClose }: Props) {
  const { drawer, close } = useClosing(onClose);
  const [items, setItems] = useState<readonly VerificationItem[]>(round.items);
  const { call, pending } = useCall(saveVerification, { done: "验收单已保存！", onDone: close });
  const itemOf = (code: string): VerificationItem =>
    items.find((item) => item.code === code) ?? { ...blank, code, fileIds: [] };
  const set = (code: string, change: Partial<VerificationItem>) =>
    setItems([...items.filter((item) => item.code !== code), { ...itemOf(code), ...change }]);
  const save = (isFinal: boolean) => {
    const filled = checks.map(({ code }) => itemOf(code));
    void call({ params: { id: round.id }, body: { items: filled, isFinal, version: round.version } });
  };
  const foot = isReadOnly ? null : (
    <Space>
      <span>合计 {sheetScore([...items])} 分</span>
      <Button loading={pending} onClick={() => save(false)}>
        保存
      </Button>
      <Button type="primary" loading={pending} onClick={() => save(true)}>
        提交验收单
      </Button>
    </Space>
  );
  return (
    <Drawer title={`验收单 · 第${round.roundNo}轮`} size={960} footer={foot} {...drawer}>
      <PlainTable<TemplateCheck>
        rowKey="code"
        rows={checks}
        columns={[
          { title: "验收项", render: (_, { text, isVeto }) => (isVeto ? `${text}（一票否决）` : text) },
          {
            title: "得分",
            width: 150,
            render: (_, { code, maxScore }) => (
              <InputNumber
                aria-label={`${code} 得分`}
                min={0}
                max={maxScore}
                precision={2}
                disabled={isReadOnly}
                suffix={`/ ${maxScore}`}
                value={itemOf(code).score}
                onChange={(score) => set(code, { score: score ?? 0 })}
              />
            ),
          },
          {
            title: "不合格",
            width: 340,
            render: (_, { code }) => (
              <Failed item={itemOf(code)} isReadOnly={isReadOnly} onChange={(change) => set(code, change)} />
            ),
          },
        ]}
      />
    </Drawer>
  );
}

interface FailedProps {
  readonly item: VerificationItem;
  readonly isReadOnly: boolean;
  readonly onChange: (change: Partial<VerificationItem>) => void;
}

/** What is wrong, how bad it is, and the pictures of it. */
function Failed({ item: { code, isFailed, note, level, fileIds }, isReadOnly, onChange }: FailedProps) {
  return (
    <>
      <Checkbox
        checked={isFailed}
        disabled={isReadOnly}
        onChange={({ target }) => onChange({ isFailed: target.checked })}
      >
        不合格
      </Checkbox>
      {isFailed && (
        <>
          <Select
            aria-label={`${code} 整改级别`}
            disabled={isReadOnly}
            options={levels}
            value={level}
            onChange={(chosen) => onChange({ level: chosen })}
          />
          <Input
            aria-label={`${code} 说明`}
            placeholder="整改要求"
            disabled={isReadOnly}
            value={note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
          <UploadInput
            bizType="projectVerification"
            extensions={["jpg", "jpeg", "png", "webp"]}
            disabled={isReadOnly}
            value={fileIds}
            onChange={(ids) => onChange({ fileIds: ids })}
          />
        </>
      )}
    </>
  );
}
