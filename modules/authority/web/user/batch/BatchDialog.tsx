import type { BatchOutcome, User } from "@ops/authority/contract";
import { textWidth } from "@ops/platform/contract";
import { DayInput, useClosing } from "@ops/platform/web";
import { Alert, Button, Drawer, Form, Input, Progress, Table } from "antd";
import { RoleSelect } from "../../grant/RoleSelect.tsx";
import { OrganizationSelect } from "../../organization/OrganizationSelect.tsx";
import { PositionSelect } from "../choices/PositionSelect.tsx";
import { type BatchKind, type BatchValues, batchKinds } from "./batch-kinds.ts";
import { useBatch } from "./use-batch.ts";
import "../user.css";

const MOST = 2000;

interface Props {
  readonly kind: BatchKind;
  readonly people: readonly User[];
  /** All went well: the selection is no longer needed. */
  readonly onDone: () => void;
  readonly onClose: () => void;
}

/** One action on many people: what is wanted, who would be refused, then the deed and its result. */
export function BatchDialog({ kind, people, onDone, onClose }: Props) {
  const { word, consequence, preview, run } = batchKinds[kind];
  const [form] = Form.useForm<BatchValues>();
  const batch = useBatch(people.map(({ id }) => id));
  const busy = batch.phase === "trying" || batch.phase === "running";
  const tooMany = people.length > MOST;
  const { close, drawer } = useClosing(() => {
    if (batch.phase === "done") onDone();
    onClose();
  });
  const execute = () => void batch.run((ids) => run(ids, form.getFieldsValue()));

  return (
    <Drawer
      title={`批量${word} · ${people.length} 人`}
      size={560}
      mask={{ closable: !busy }}
      closable={!busy}
      keyboard={!busy}
      {...drawer}
      footer={
        <div className="form-footer">
          <Button onClick={close} disabled={busy}>
            {batch.phase === "done" ? "关闭" : "取消"}
          </Button>
          {(batch.phase === "asked" || batch.phase === "trying") && (
            <Button type="primary" disabled={tooMany} loading={busy} onClick={() => form.submit()}>
              下一步：预检
            </Button>
          )}
          {(batch.phase === "tried" || batch.phase === "running") && (
            <>
              <Button onClick={batch.askAgain} disabled={busy}>
                上一步
              </Button>
              <Button
                type="primary"
                danger={kind === "disable" || kind === "revoke"}
                disabled={batch.outcome.done === 0 && !busy}
                loading={busy}
                onClick={execute}
              >
                {word}（{batch.phase === "tried" ? batch.outcome.done : people.length} 人）
              </Button>
            </>
          )}
        </div>
      }
    >
      {tooMany && <Alert className="form-alert" type="error" showIcon title={`单次最多操作${MOST}人`} />}
      <Form
        form={form}
        layout="vertical"
        hidden={batch.phase !== "asked" && batch.phase !== "trying"}
        disabled={busy}
        onFinish={(values) => void batch.preview((ids) => preview(ids, values))}
      >
        <Alert className="form-alert" type={kind === "enable" ? "info" : "warning"} showIcon title={consequence} />
        <BatchFields kind={kind} />
      </Form>
      {busy && (
        <Progress percent={Math.round((batch.handled / people.length) * 100)} status="active" aria-label="处理进度" />
      )}
      {(batch.phase === "tried" || batch.phase === "done") && (
        <Outcome outcome={batch.outcome} isDone={batch.phase === "done"} word={word} />
      )}
    </Drawer>
  );
}

function BatchFields({ kind }: { readonly kind: BatchKind }) {
  return (
    <>
      {(kind === "grant" || kind === "revoke") && (
        <Form.Item name="roleIds" label="角色" rules={[{ required: true, message: "请选择角色！" }]}>
          <RoleSelect />
        </Form.Item>
      )}
      {kind === "grant" && (
        <Form.Item name="validTo" label="有效期至" extra="空为长期；当天仍有效，次日 00:00 失效">
          <DayInput />
        </Form.Item>
      )}
      {kind === "move" && (
        <>
          <Form.Item name="organizationId" label="目标组织" rules={[{ required: true, message: "请选择组织！" }]}>
            <OrganizationSelect />
          </Form.Item>
          <Form.Item name="positionId" label="职位" extra="空为保持每个人现在的职位">
            <PositionSelect />
          </Form.Item>
        </>
      )}
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: "请输入原因！" }]}>
        <Input.TextArea rows={3} placeholder="请输入" count={{ show: true, max: 200, strategy: textWidth }} />
      </Form.Item>
    </>
  );
}

interface OutcomeProps {
  readonly outcome: BatchOutcome;
  readonly isDone: boolean;
  readonly word: string;
}

function Outcome({ outcome: { done, refusals }, isDone, word }: OutcomeProps) {
  const told = isDone ? `已${word} ${done} 人` : `可${word} ${done} 人`;
  const skipped = refusals.length === 0 ? "" : `，${refusals.length} 人${isDone ? "未执行" : "将被跳过"}`;
  return (
    <div className="batch-outcome" aria-live="polite">
      <Alert type={refusals.length === 0 ? "success" : "warning"} showIcon title={`${told}${skipped}`} />
      {refusals.length > 0 && (
        <Table
          rowKey="userId"
          size="small"
          dataSource={refusals}
          pagination={{ pageSize: 20, hideOnSinglePage: true, showSizeChanger: false }}
          columns={[
            { title: "姓名", key: "name", width: 120, render: (_, { userName }) => userName ?? "-" },
            { title: "原因", dataIndex: "msg" },
          ]}
        />
      )}
    </div>
  );
}
