import type { StoredFile } from "@ops/platform/contract";
import { PICTURE_FILES } from "@ops/platform/contract";
import {
  confirm,
  DayInput,
  FileList,
  PlainTable,
  RefPicker,
  SENDING_TEXT,
  UploadInput,
  UploadsContext,
  useAskedClosing,
  useCall,
  useUploadsUnderWay,
} from "@ops/platform/web";
import {
  rectificationLevels,
  saveVerification,
  sheetScore,
  type TemplateCheck,
  type Verification,
  type VerificationItem,
} from "@ops/store/contract";
import { Button, Checkbox, Drawer, Input, InputNumber, Select, Space } from "antd";
import { useEffect, useState } from "react";
import "./verification.css";

interface Props {
  readonly round: Verification;
  readonly checks: readonly TemplateCheck[];
  /** The pictures that the sheet has already. */
  readonly files: readonly StoredFile[];
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

/** The score sheet of a round, with the rows that were filled in. Handed in, it is frozen. */
export function SheetDialog({ round, checks, files, isReadOnly, onClose }: Props) {
  const [items, setItems] = useState<readonly VerificationItem[]>(round.items);
  const [isSaved, setSaved] = useState(false);
  const { call, pending, offline } = useCall(saveVerification, {
    done: "验收单已保存！",
    onDone: () => setSaved(true),
  });
  const { watch, isSending } = useUploadsUnderWay();
  const isTyped = items !== round.items && !isSaved;
  const { drawer, close } = useAskedClosing({ isTyped, isSending: pending, onGone: onClose });
  useEffect(() => {
    if (isSaved) close();
  }, [isSaved, close]);
  const itemOf = (code: string): VerificationItem =>
    items.find((item) => item.code === code) ?? { ...blank, code, fileIds: [] };
  const set = (code: string, change: Partial<VerificationItem>) =>
    setItems([...items.filter((item) => item.code !== code), { ...itemOf(code), ...change }]);
  const save = (isFinal: boolean) =>
    call({ params: { id: round.id }, body: { items: [...items], isFinal, version: round.version } });
  const handIn = async () => {
    if (await confirm({ title: "提交验收单？", content: "提交后不能再修改。", okText: "提交" })) await save(true);
  };
  const foot = isReadOnly ? null : (
    <Space>
      <span>合计 {sheetScore([...items])} 分</span>
      {isSending && <output>{SENDING_TEXT}</output>}
      <Button loading={pending} disabled={isSending || offline} onClick={() => void save(false)}>
        保存
      </Button>
      <Button type="primary" loading={pending} disabled={isSending || offline} onClick={() => void handIn()}>
        提交验收单
      </Button>
    </Space>
  );
  return (
    <Drawer title={`验收单 · 第${round.roundNo}轮`} size={960} footer={foot} {...drawer}>
      <UploadsContext value={watch}>
        <PlainTable<TemplateCheck>
          rowKey="code"
          rows={checks}
          columns={[
            { title: "编码", dataIndex: "code", width: 70 },
            { title: "验收项", render: (_, { text, isVeto }) => (isVeto ? `${text}（一票否决）` : text) },
            {
              title: "得分",
              width: 150,
              render: (_, { code, maxScore }) =>
                isReadOnly ? (
                  `${items.find((item) => item.code === code)?.score ?? "-"} / ${maxScore}`
                ) : (
                  <InputNumber
                    aria-label={`${code} 得分`}
                    min={0}
                    max={maxScore}
                    precision={2}
                    suffix={`/ ${maxScore}`}
                    value={items.find((item) => item.code === code)?.score ?? null}
                    onChange={(score) => set(code, { score: score ?? 0 })}
                  />
                ),
            },
            {
              title: "不合格",
              width: 340,
              render: (_, { code }) =>
                isReadOnly ? (
                  <ShownFailure item={itemOf(code)} files={files} />
                ) : (
                  <Failed item={itemOf(code)} files={files} onChange={(change) => set(code, change)} />
                ),
            },
          ]}
        />
      </UploadsContext>
    </Drawer>
  );
}

interface ShownProps {
  readonly item: VerificationItem;
  readonly files: readonly StoredFile[];
}

/** The same on a sheet that is only read. Who puts it right by when stands among the 整改项. */
function ShownFailure({ item: { isFailed, level, note, fileIds }, files }: ShownProps) {
  if (!isFailed) return "-";
  return (
    <>
      {rectificationLevels[level]}：{note}
      <FileList files={files.filter(({ id }) => fileIds.includes(id))} label="图片" />
    </>
  );
}

interface FailedProps extends ShownProps {
  readonly onChange: (change: Partial<VerificationItem>) => void;
}

/** What is wrong, how bad it is, who puts it right by when, and the pictures of it. */
function Failed({ item, files, onChange }: FailedProps) {
  const { code, isFailed, note, level, fileIds, ownerUserId, deadline } = item;
  return (
    <>
      <Checkbox checked={isFailed} onChange={({ target }) => onChange({ isFailed: target.checked })}>
        不合格
      </Checkbox>
      {isFailed && (
        <div className="sheet-failed">
          <Select
            aria-label={`${code} 整改级别`}
            options={levels}
            value={level}
            onChange={(chosen) => onChange({ level: chosen })}
          />
          <Input
            aria-label={`${code} 说明`}
            placeholder="整改要求"
            value={note}
            onChange={({ target }) => onChange({ note: target.value })}
          />
          <RefPicker
            kind="activePerson"
            by={saveVerification.permission}
            label="整改责任人"
            placeholder="整改责任人，默认项目经理"
            value={ownerUserId}
            onChange={(chosen) => onChange({ ownerUserId: chosen ?? null })}
          />
          <label htmlFor={`${code}-deadline`}>整改期限（默认计划开业日）</label>
          <DayInput id={`${code}-deadline`} value={deadline} onChange={(day) => onChange({ deadline: day ?? null })} />
          <UploadInput
            known={files}
            bizType="projectVerification"
            extensions={PICTURE_FILES}
            value={fileIds}
            onChange={(ids) => onChange({ fileIds: ids })}
          />
        </div>
      )}
    </>
  );
}
