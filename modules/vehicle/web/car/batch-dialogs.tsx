import { FormDialog, feedback, useClosing, useEndpoint } from "@ops/platform/web";
import { blockCars, checkCars, setCarsStockKind, unblockCars } from "@ops/vehicle/contract";
import { Modal, Select, Table } from "antd";

interface Props {
  readonly vins: readonly string[];
  readonly onClose: () => void;
}

type Ends = readonly { readonly vin: string; readonly done: boolean; readonly reason: string | null }[];

/** Lists the cars for which the act failed, with the reasons. */
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
const manyAtOnce = { kind: "modal", done: "已处理", onDone: tellEnds } as const;

export function BlockDialog({ vins, isEnd = false, onClose }: Props & { readonly isEnd?: boolean }) {
  const [title, okText, endpoint] = isEnd ? ["解除管控", "解除", unblockCars] : ["管控车辆", "管控", blockCars];
  return (
    <FormDialog
      {...manyAtOnce}
      title={title}
      okText={okText}
      endpoint={endpoint}
      record={{ vins: [...vins] }}
      fields={["vins", "kind", "reason"]}
      special={{ vins: { control: vinsInput, hint: "更多车辆请在导入中心使用「批量管控」" } }}
      onClose={onClose}
    />
  );
}

export function StockKindDialog({ vins, onClose }: Props) {
  return (
    <FormDialog
      {...manyAtOnce}
      title={`修改现车类型 · ${vins.length}辆`}
      endpoint={setCarsStockKind}
      fixed={{ vins: [...vins] }}
      fields={["stockKind", "reason"]}
      onClose={onClose}
    />
  );
}

interface CheckProps {
  readonly onOpen: (vin: string) => void;
  readonly onClose: () => void;
}

/** 一致性检查: shows contradictions in the register and repairs nothing. */
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
