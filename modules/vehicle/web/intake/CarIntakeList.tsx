import { columnsOf, feedback, ListPage, stateTabs, useCall, useEndpoint, useOpened } from "@ops/platform/web";
import {
  bindSaleCode,
  getCarIntake,
  intakeStates,
  listCarIntakes,
  replayCarIntake,
  replayCarIntakes,
} from "@ops/vehicle/contract";
import { useState } from "react";
import { BindDialog } from "./BindDialog.tsx";
import { IntakeDrawer } from "./IntakeDrawer.tsx";
import { IntakeLag } from "./IntakeLag.tsx";
import { endWords } from "./intake-ends.ts";
import "./intake.css";

const intakeColumns = (open: (vin: string) => void) =>
  columnsOf(listCarIntakes, {
    eventId: 150,
    type: true,
    vin: { width: 180, opens: ({ vin }) => open(vin) },
    source: true,
    state: true,
    reason: {
      width: 220,
      as: ({ reason, unknownSaleCode }) => [reason, unknownSaleCode].filter(Boolean).join(" ") || "-",
    },
    occurredAt: true,
    receivedAt: true,
    tries: true,
    conflictCount: true,
  });

/** 事件接入: messages of other systems and their results. */
export function CarIntakeList() {
  const [isCharted, setCharted] = useState(false);
  const { open } = useOpened("car");
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
        filters={["vin", "type", "receivedAt"]}
        tabs={stateTabs("state", intakeStates, data?.counts)}
        tools={[{ label: isCharted ? "收起延迟" : "接入延迟", run: () => setCharted(!isCharted) }]}
        columns={intakeColumns(open)}
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
            ask: (intake, onClose) => <IntakeDrawer id={intake.id} onClose={onClose} />,
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
