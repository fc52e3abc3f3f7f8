import {
  choicesOf,
  FieldList,
  feedback,
  ListPage,
  selectFilter,
  stateTabs,
  useCall,
  useClosing,
  useEndpoint,
} from "@ops/platform/web";
import {
  bindSaleCode,
  CarIntake,
  getCarIntake,
  intakeStates,
  intakeTypes,
  listCarIntakes,
  replayCarIntake,
  replayCarIntakes,
} from "@ops/vehicle/contract";
import { Drawer } from "antd";
import { useState } from "react";
import { useOpenedCar } from "../car/use-opened-car.ts";
import { BindDialog } from "./BindDialog.tsx";
import { IntakeLag } from "./IntakeLag.tsx";
import { endWords } from "./intake-ends.ts";
import "./intake.css";

/** 事件接入: what other systems told, and what became of it. */
export function CarIntakeList() {
  const [isCharted, setCharted] = useState(false);
  const { open } = useOpenedCar();
  const { data } = useEndpoint(listCarIntakes, { query: { pageSize: 1 } }, { silent: true });
  const one = useCall(replayCarIntake, {
    onDone: ({ end, reason }) => feedback.message.info(`重放结果：${endWords[end]}${reason ? `（${reason}）` : ""}`),
  });
  const many = useCall(replayCarIntakes, {
    onDone: (ends) => {
      const applied = ends.filter(({ end }) => end === "applied");
      feedback.message.info(`重放 ${ends.length} 个，应用 ${applied.length} 个`);
    },
  });
  return (
    <div className="intake-page">
      {isCharted && <IntakeLag />}
      <ListPage
        title="事件接入"
        memory="?tab=intakes"
        endpoint={listCarIntakes}
        filters={["vin", selectFilter("type", "事件", choicesOf(intakeTypes)), "receivedAt"]}
        tabs={stateTabs("state", intakeStates, data?.counts)}
        tools={[{ label: isCharted ? "收起延迟" : "接入延迟", run: () => setCharted(!isCharted) }]}
        columns={[
          { show: "eventId", width: 150 },
          { show: "type", width: 80 },
          {
            show: "vin",
            width: 180,
            as: ({ vin }) => (
              <button type="button" className="text-button" onClick={() => open(vin)}>
                {vin}
              </button>
            ),
          },
          { show: "source", width: 80 },
          { show: "state", width: 100 },
          {
            show: "reason",
            width: 220,
            as: ({ reason, unknownSaleCode }) => [reason, unknownSaleCode].filter(Boolean).join(" ") || "-",
          },
          { show: "occurredAt", width: 155 },
          { show: "receivedAt", width: 155 },
          { show: "tries", width: 85, align: "right" },
          { show: "conflictCount", width: 85, align: "right" },
        ]}
        batchActions={[
          {
            label: "批量重放",
            needs: replayCarIntakes,
            primary: true,
            when: ({ state }) => intakeStates.can(state, "replay"),
            run: async (rows, clear) => {
              await many.call({ body: { ids: rows.map(({ id }) => id) } });
              clear();
            },
          },
        ]}
        rowActions={[
          {
            label: "报文",
            needs: getCarIntake,
            ask: (intake, onClose) => <IntakeDrawer intake={intake} onClose={onClose} />,
          },
          {
            label: "绑定物料号",
            needs: bindSaleCode,
            when: ({ unknownSaleCode }) => unknownSaleCode !== null,
            ask: (intake, onClose) => <BindDialog intake={intake} onClose={onClose} />,
          },
          {
            label: "重放",
            needs: replayCarIntake,
            when: ({ state }) => intakeStates.can(state, "replay"),
            run: ({ id }) => one.call({ params: { id } }),
          },
        ]}
        empty="还没有接入事件"
      />
    </div>
  );
}

function IntakeDrawer({ intake, onClose }: { readonly intake: CarIntake; readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const { data } = useEndpoint(getCarIntake, { params: { id: intake.id } });
  return (
    <Drawer title={`报文 · ${intake.eventId}`} size={640} {...drawer}>
      <FieldList
        schema={CarIntake}
        record={intake}
        fields={(["vin", "type", "source", "state", "reason", "tries", "occurredAt", "receivedAt"] as const).map(
          (show) => ({ show }),
        )}
      />
      {data && <Payload title="内容" body={data.payload} />}
      {data?.conflicts.map((body) => (
        <Payload key={JSON.stringify(body)} title="同一事件号的其他内容" body={body} />
      ))}
    </Drawer>
  );
}

function Payload({ title, body }: { readonly title: string; readonly body: unknown }) {
  return (
    <section className="intake-payload" aria-label={title}>
      <h3>{title}</h3>
      <pre>{JSON.stringify(body, null, 2)}</pre>
    </section>
  );
}
