import { DateTimeInput, MoneyInput, useCall, useClosing, useEndpoint } from "@ops/platform/web";
import { preparePrices, priceGrid } from "@ops/vehicle/contract";
import { Alert, Button, Drawer } from "antd";
import { useState } from "react";
import { ChangeTable } from "./ChangeTable.tsx";
import { type Change, changesOf, raisePrices, type Typed } from "./changes.ts";
import "../vehicle.css";

interface Props {
  readonly carConfigIds: readonly string[];
  readonly onClose: () => void;
}

/** 调价: shows old price, new price and difference. 提交发布 makes drafts, which another person publishes. */
export function ChangePricesDialog({ carConfigIds, onClose }: Props) {
  const { drawer, close } = useClosing(onClose);
  const [start, setStart] = useState<string | null>(null);
  const [end, setEnd] = useState<string | null>(null);
  const [typed, setTyped] = useState<Typed>({});
  const query = { carConfigIds: carConfigIds.join(","), pageSize: 100, ...(start ? { at: start } : {}) };
  const { data } = useEndpoint(priceGrid, { query }, { keepPrevious: true });
  const lines = data?.list ?? [];
  const changed = changesOf(lines, typed);
  const prepare = useCall(preparePrices, { done: "已提交，待他人发布", onDone: close });
  const submit = () => void prepare.call({ body: { start, end, rows: changed.map(rowOf) } });
  const title = lines.length === 1 ? `调价 · ${lines[0]?.configName}` : `批量调价 · ${carConfigIds.length} 个配置`;
  const footer = (
    <div className="form-footer">
      <Button onClick={close}>取消</Button>
      <Button
        type="primary"
        disabled={changed.length === 0 || prepare.offline}
        loading={prepare.pending}
        onClick={submit}
      >
        提交发布{changed.length > 0 ? ` ${changed.length} 个` : ""}
      </Button>
    </div>
  );
  return (
    <Drawer title={title} size={900} footer={footer} {...drawer}>
      <div className="price-change">
        <Alert type="info" showIcon title="提交后由他人发布；发布后到生效时间自动生效，已生效的价格不能修改。" />
        <div className="price-change-head">
          <label htmlFor="price-start">
            生效时间
            <DateTimeInput id="price-start" placeholder="发布后立即" value={start} onChange={setStart} />
          </label>
          <label htmlFor="price-end">
            失效时间
            <DateTimeInput
              id="price-end"
              placeholder="长期；已有后续价格时填写其生效时间"
              value={end}
              onChange={setEnd}
            />
          </label>
          {carConfigIds.length > 1 && (
            <label htmlFor="price-raise">
              基础价统一增减
              <MoneyInput id="price-raise" onChange={(fen) => setTyped({ ...typed, ...raisePrices(lines, fen) })} />
            </label>
          )}
        </div>
        <ChangeTable lines={lines} loading={!data} typed={typed} onType={setTyped} />
      </div>
    </Drawer>
  );
}

const rowOf = ({ carConfigId, kind, itemCode, amountFen }: Change) => ({ carConfigId, kind, itemCode, amountFen });
