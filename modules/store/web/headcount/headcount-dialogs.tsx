import { type BodyInputOf, dayOf } from "@ops/platform/contract";
import { confirm, FormDialog, serverNow } from "@ops/platform/web";
import { applyTemplates, MOST_QUOTA, type Seats, saveQuotas } from "@ops/store/contract";
import { InputNumber } from "antd";

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

/** Changes the quota of one cell. One below the occupied seats is asked about first. */
export function QuotaDialog({ cell, onClose }: Props) {
  const { storeId, storeName, positionCode, positionName, quota, occupied, day } = cell;
  return (
    <FormDialog
      kind="modal"
      title={`${storeName} · ${positionName}`}
      endpoint={saveQuotas}
      record={{ cells: [{ storeId, positionCode, quota }], effectiveFrom: day }}
      refusals={{ STORE_HEADCOUNT_DAY: "effectiveFrom" }}
      confirms={async ({ cells }) =>
        cells.every((one) => one.quota >= occupied) ||
        confirm({ title: "低于占用人数，将显示超编", okText: "仍要保存" })
      }
      done="编制已保存"
      fields={["cells", "effectiveFrom", "reason"]}
      special={{ cells: { label: "编制", control: <QuotaInput cell={cell} /> } }}
      onClose={onClose}
    />
  );
}

type Cells = BodyInputOf<typeof saveQuotas>["cells"];

interface InputProps {
  readonly cell: Pick<QuotaCell, "storeId" | "positionCode">;
  readonly id?: string;
  readonly value?: Cells;
  readonly onChange?: (cells: Cells) => void;
}

/** The number of the one cell that the dialog is about. */
function QuotaInput({ cell: { storeId, positionCode }, id = "", value = [], onChange }: InputProps) {
  return (
    <InputNumber<number>
      id={id}
      className="form-wide"
      min={0}
      max={MOST_QUOTA}
      precision={0}
      value={value[0]?.quota ?? null}
      onChange={(quota) => onChange?.(quota === null ? [] : [{ storeId, positionCode, quota }])}
    />
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
