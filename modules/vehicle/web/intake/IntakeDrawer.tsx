import { drawerOf } from "@ops/platform/web";
import { getCarIntake } from "@ops/vehicle/contract";
import "./intake.css";

/** 报文: the exact content that another system sent. */
export const IntakeDrawer = drawerOf({
  endpoint: getCarIntake,
  entity: "报文",
  title: ({ eventId }) => `报文 · ${eventId}`,
  overview: {
    title: "报文",
    fields: ["vin", "type", "source", "state", "reason", "tries", "occurredAt", "receivedAt"],
    content: ({ payload, conflicts }) => (
      <>
        <Payload title="内容" body={payload} />
        {conflicts.map((body) => (
          <Payload key={JSON.stringify(body)} title="同一事件号的其他内容" body={body} />
        ))}
      </>
    ),
  },
  width: 640,
});

function Payload({ title, body }: { readonly title: string; readonly body: unknown }) {
  return (
    <section className="intake-payload" aria-label={title}>
      <h3>{title}</h3>
      <pre>{JSON.stringify(body, null, 2)}</pre>
    </section>
  );
}
