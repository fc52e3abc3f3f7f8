import { dayOf } from "@ops/platform/contract";
import { confirm, DayInput, FormDialog, serverNow, useCall } from "@ops/platform/web";
import { applyTemplates, MOST_QUOTA, type Seats, saveQuotas } from "@ops/store/contract";
import { Form, Input, InputNumber, Modal } from "antd";

/** A store's position in the grid. */
export interface QuotaCell extends Seats {
  readonly storeId: string;
  readonly storeName: string;
  readonly positionCode: string;
  readonly positionName: string;
  readonly day: string;
}

interface Props {
  readonly cell: QuotaCell;
  readonly onClose: () => void;
}

interface Typed {
  readonly quota: number;
  readonly effectiveFrom: string;
  readonly reason: string;
}

/** Changes the quota of one cell. One below the occupied seats is asked about first. */
export function QuotaDialog({ cell, onClose }: Props) {
  const { storeId, storeName, positionCode, positionName, quota, occupied, day } = cell;
  const [form] = Form.useForm<Typed>();
  const { call, pending } = useCall(saveQuotas, { done: "编制已保存", onDone: onClose });
  const save = async ({ quota: wanted, effectiveFrom, reason }: Typed) => {
    const isSure = wanted >= occupied || (await confirm({ title: "低于占用人数，将显示超编", okText: "仍要保存" }));
    if (isSure) await call({ body: { effectiveFrom, reason, cells: [{ storeId, positionCode, quota: wanted }] } });
  };
  return (
    <Modal
      open
      width={480}
      title={`${storeName} · ${positionName}`}
      okText="保存"
      confirmLoading={pending}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form<Typed> form={form} layout="vertical" initialValues={{ quota, effectiveFrom: day }} onFinish={save}>
        <Form.Item name="quota" label="编制" rules={[{ required: true, message: "编制须为0-200" }]}>
          <InputNumber className="form-wide" min={0} max={MOST_QUOTA} precision={0} />
        </Form.Item>
        <Form.Item name="effectiveFrom" label="生效日期" rules={[{ required: true, message: "请选择生效日期" }]}>
          <DayInput />
        </Form.Item>
        <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: "请输入原因！" }]}>
          <Input.TextArea maxLength={100} rows={2} />
        </Form.Item>
      </Form>
    </Modal>
  );
}

/** 应用编制模板 to stores from a day on. */
export function ApplyDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      title="应用编制模板"
      okText="应用"
      endpoint={applyTemplates}
      record={{ effectiveFrom: dayOf(new Date(serverNow())) }}
      refusals={{ STORE_HEADCOUNT_DAY: "effectiveFrom", STORE_TEMPLATE_EMPTY: "storeIds" }}
      done="编制模板已应用"
      fields={["storeIds", "effectiveFrom", "reason"]}
      special={{ storeIds: "按各门店的类型和等级，最多200家" }}
      onClose={onClose}
    />
  );
}
