import {
  choicesOf,
  feedback,
  ListPage,
  selectFilter,
  stateTabs,
  useCall,
  useClosing,
  useEndpoint,
} from "@ops/platform/web";
import {
  type CarIntake,
  getCar,
  getCarIntake,
  intakeStates,
  intakeTypes,
  listCarIntakes,
  listCars,
  replayCarIntake,
  replayCarIntakes,
} from "@ops/vehicle/contract";
import { Drawer } from "antd";

const stale = [listCarIntakes, getCarIntake, listCars, getCar];
const endWords = { applied: "已应用", ignored: "已忽略", waiting: "等待建档", failed: "失败" } as const;

/** 事件接入: what other systems told, and what became of it. */
export function CarIntakeList() {
  const { data } = useEndpoint(listCarIntakes, { query: { pageSize: 1 } }, { silent: true });
  const one = useCall(replayCarIntake, {
    refreshes: stale,
    onDone: ({ end, reason }) => feedback.message.info(`重放结果：${endWords[end]}${reason ? `（${reason}）` : ""}`),
  });
  const many = useCall(replayCarIntakes, {
    refreshes: stale,
    onDone: (ends) => {
      const applied = ends.filter(({ end }) => end === "applied");
      feedback.message.info(`重放 ${ends.length} 个，应用 ${applied.length} 个`);
    },
  });
  return (
    <ListPage
      title="事件接入"
      memory="?tab=intakes"
      endpoint={listCarIntakes}
      filters={["vin", selectFilter("type", "事件", choicesOf(intakeTypes)), "receivedAt"]}
      tabs={stateTabs("state", intakeStates, data?.counts)}
      columns={[
        { show: "eventId", width: 170 },
        { show: "type", width: 90 },
        { show: "vin", width: 180 },
        { show: "source", width: 80 },
        { show: "state", width: 100 },
        { show: "reason", width: 220 },
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
          label: "重放",
          needs: replayCarIntake,
          when: ({ state }) => intakeStates.can(state, "replay"),
          run: ({ id }) => one.call({ params: { id } }),
        },
      ]}
      empty="还没有接入事件"
    />
  );
}

function IntakeDrawer({ intake, onClose }: { readonly intake: CarIntake; readonly onClose: () => void }) {
  const { drawer } = useClosing(onClose);
  const { data } = useEndpoint(getCarIntake, { params: { id: intake.id } });
  return (
    <Drawer title={`报文 · ${intake.eventId}`} size={640} {...drawer}>
      {data && <pre>{JSON.stringify(data.payload, null, 2)}</pre>}
      {data?.conflicts.map((body) => (
        <section key={JSON.stringify(body)}>
          <h3>同一事件号的其他内容</h3>
          <pre>{JSON.stringify(body, null, 2)}</pre>
        </section>
      ))}
    </Drawer>
  );
}
