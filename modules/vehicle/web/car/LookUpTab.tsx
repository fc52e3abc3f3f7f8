import { CarOutlined } from "@ant-design/icons";
import { Note, useCall } from "@ops/platform/web";
import { type CarDetail, lookUpCar } from "@ops/vehicle/contract";
import { Alert, Button, Input } from "antd";
import { type FormEvent, useState } from "react";
import { CarTabs } from "./CarTabs.tsx";
import { CarState, VinText } from "./car-columns.tsx";

/** 按VIN查车: for those who see no list; one car at a time, by its whole VIN, counted and logged. */
export function LookUpTab() {
  const [vin, setVin] = useState("");
  const [refusal, setRefusal] = useState("");
  const [car, setCar] = useState<CarDetail | null>(null);
  const looking = useCall(lookUpCar, { silent: true });
  const look = async (event: FormEvent) => {
    event.preventDefault();
    const answer = await looking.call({ body: { vin } });
    setRefusal(answer.success ? "" : answer.msg);
    setCar(answer.success ? answer.data : null);
  };
  return (
    <section className="list-panel car-lookup" aria-label="按VIN查车">
      <form onSubmit={(event) => void look(event)}>
        <label htmlFor="lookup-vin">VIN</label>
        <Input
          id="lookup-vin"
          allowClear
          autoComplete="off"
          maxLength={40}
          placeholder="请输入完整VIN"
          value={vin}
          onChange={({ target }) => setVin(target.value)}
        />
        <Button
          type="primary"
          htmlType="submit"
          loading={looking.pending}
          disabled={vin.trim() === "" || looking.offline}
        >
          查询
        </Button>
      </form>
      {refusal && <Alert type="error" showIcon title={refusal} />}
      {car && <Found key={car.id} car={car} />}
      {!car && !refusal && (
        <Note icon={<CarOutlined />} sentence="输入完整的17位VIN查看车辆档案" hint="每次查询都会计数并记入日志" />
      )}
    </section>
  );
}

function Found({ car }: { readonly car: CarDetail }) {
  const [tab, setTab] = useState("overview");
  return (
    <>
      <p className="car-head">
        <VinText vin={car.vin} />
        <CarState car={car} />
      </p>
      <CarTabs car={car} tab={tab} onTab={setTab} />
    </>
  );
}
