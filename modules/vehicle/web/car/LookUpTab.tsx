import { CarOutlined } from "@ant-design/icons";
import { Note, useOpened } from "@ops/platform/web";
import { Button, Input } from "antd";
import { type FormEvent, useState } from "react";
import "./car.css";

/** 按VIN查车, for people without the list: finds one car by its whole VIN. */
export function LookUpTab() {
  const [vin, setVin] = useState("");
  const { open } = useOpened("car");
  const look = (event: FormEvent) => {
    event.preventDefault();
    open(vin.trim());
  };
  return (
    <section className="list-panel car-lookup" aria-label="按VIN查车">
      <form onSubmit={look}>
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
        <Button type="primary" htmlType="submit" disabled={vin.trim() === ""}>
          查询
        </Button>
      </form>
      <Note icon={<CarOutlined />} sentence="输入完整的17位VIN查看车辆档案" hint="每次查询都会计数并记入日志" />
    </section>
  );
}
