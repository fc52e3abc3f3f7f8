import { choicesOf, FormDialog, feedback, fieldsOf, useClosing, useEndpoint } from "@ops/platform/web";
import { blockCars, blockKinds, checkCars, setCarsStockKind, stockKinds, unblockCars } from "@ops/vehicle/contract";
import { Modal, Select, Table } from "antd";

interface Props {
  readonly vins: readonly string[];
  readonly onClose: () => void;
}

type Ends = readonly { readonly vin: string; readonly done: boolean; readonly reason: string | null }[];

/** Car by car: what was not done, and why. */
function tellEnds(ends: Ends): void {
  const left = ends.filter(({ done }) => !done);
  if (left.length === 0) return;
  feedback.modal.info({
    title: `完成 ${ends.length - left.length} 辆，未完成 ${left.length} 辆`,
    width: 560,
    content: (
      <Table
        size="small"
        className="car-ends"
        pagination={false}
        rowKey="vin"
        dataSource={[...left]}
        columns={[
          { title: "VIN", dataIndex: "vin" },
          { title: "原因", dataIndex: "reason" },
        ]}
      />
    ),
  });
}

const vinsInput = (
  <Select
    mode="tags"
    open={false}
    suffixIcon={null}
    tokenSeparators={[" ", ",", "，", "\n", "\t", ";"]}
    placeholder="粘贴VIN，最多500个"
  />
);
const blocked = fieldsOf(blockCars);

export function BlockDialog({ vins, isEnd, onClose }: Props & { readonly isEnd: boolean }) {
  const common = {
    kind: "modal" as const,
    record: { vins: [...vins] },
    onClose,
    onDone: tellEnds,
  };
  const fields = (
    <>
      <blocked.CustomField name="vins" hint="更多车辆请在导入中心使用「批量管控」">
        {vinsInput}
      </blocked.CustomField>
      <blocked.SelectField name="kind" options={choicesOf(blockKinds)} />
      <blocked.TextAreaField name="reason" />
    </>
  );
  if (isEnd) {
    return (
      <FormDialog {...common} title="解除管控" okText="解除" endpoint={unblockCars} done="已处理">
        {fields}
      </FormDialog>
    );
  }
  return (
    <FormDialog {...common} title="管控车辆" okText="管控" endpoint={blockCars} done="已处理">
      {fields}
    </FormDialog>
  );
}

interface OneProps {
  readonly car: { readonly vin: string };
  readonly onClose: () => void;
}

export const BlockCarDialog = ({ car, onClose }: OneProps) => (
  <BlockDialog vins={[car.vin]} isEnd={false} onClose={onClose} />
);
export const UnblockCarDialog = ({ car, onClose }: OneProps) => (
  <BlockDialog vins={[car.vin]} isEnd onClose={onClose} />
);

const kinded = fieldsOf(setCarsStockKind);
export function StockKindDialog({ vins, onClose }: Props) {
  return (
    <FormDialog
      kind="modal"
      title={`修改现车类型 · ${vins.length}辆`}
      endpoint={setCarsStockKind}
      fixed={{ vins: [...vins] }}
      done="已处理"
      onDone={tellEnds}
      onClose={onClose}
    >
      <kinded.SelectField name="stockKind" options={choicesOf(stockKinds)} />
      <kinded.TextAreaField name="reason" />
    </FormDialog>
  );
}

interface CheckProps {
  readonly onOpen: (vin: string) => void;
  readonly onClose: () => void;
}

/** 一致性检查: tells what does not fit together and repairs nothing. */
export function CheckDialog({ onOpen, onClose }: CheckProps) {
  const { modal } = useClosing(onClose);
  const { data, isPending } = useEndpoint(checkCars, {});
  return (
    <Modal title="一致性检查" width={640} footer={null} {...modal}>
      <Table
        size="small"
        className="car-ends car-check"
        rowKey={({ vin, fault }) => vin + fault}
        loading={{ spinning: isPending, description: "正在检查…" }}
        pagination={false}
        dataSource={data?.faults ?? []}
        columns={[
          {
            title: "VIN",
            key: "vin",
            render: (_value, { vin }) => (
              <button type="button" className="text-button" onClick={() => onOpen(vin)}>
                {vin}
              </button>
            ),
          },
          { title: "不一致", dataIndex: "fault" },
        ]}
        locale={{ emptyText: data ? "没有发现不一致" : " " }}
      />
      {data && !data.isWhole && (
        <p className="car-check-note">已检查最近变动的{data.checkedCount}辆车，其余车辆由每晚的检查覆盖。</p>
      )}
    </Modal>
  );
}
