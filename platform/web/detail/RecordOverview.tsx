import { Button, Card } from "antd";
import { useMay } from "../session/use-session.ts";
import type { DetailEndpoint, RecordOf } from "./detail-endpoint.ts";
import { FieldList } from "./FieldList.tsx";
import { LatestEvents } from "./LatestEvents.tsx";
import { OpenWork } from "./OpenWork.tsx";
import { factsOf, logOf, milestonesOf, type OpenWorkOf, type RecordOverview, versionOf } from "./record.ts";
import type { ShownRecord } from "./record-frame.tsx";
import { SidePart } from "./SidePart.tsx";
import { StageRail } from "./StageRail.tsx";
import "./detail.css";

type Props<E extends DetailEndpoint, S extends string> = ShownRecord<E, S> & {
  readonly overview: RecordOverview<RecordOf<E>>;
  readonly turnTo: (tab: string) => void;
};

/** Facts on the left, open work and latest events on the right. A page shows them as cards. */
export function Overview<E extends DetailEndpoint, S extends string>(props: Props<E, S>) {
  const { overview, of, record, isPage, turnTo } = props;
  const { title, isTab = false, stages, top, content } = overview;
  const fields = overview.fields ?? (content ? [] : factsOf(of.endpoint));
  const isCard = isPage && !isTab;
  const facts = (
    <>
      {top?.(record, turnTo)}
      {fields.length > 0 && <FieldList record={record} fields={fields} schema={of.endpoint.answer} />}
      {content?.(record)}
    </>
  );
  return (
    <div className="record-overview">
      {stages && <StageRail stages={stages(record)} />}
      <div className="facts-beside" data-cards={isCard}>
        {isCard ? (
          <Card className="facts-main" title={title}>
            {facts}
          </Card>
        ) : (
          <div className="facts-main">{facts}</div>
        )}
        <Beside {...props} />
      </div>
    </div>
  );
}

function Beside<E extends DetailEndpoint, S extends string>(props: Props<E, S>) {
  const { overview, record, turnTo } = props;
  const { useWork } = overview;
  return (
    <aside className="facts-side">
      {useWork && <Work useWork={useWork} record={record} turnTo={turnTo} />}
      <Latest {...props} />
    </aside>
  );
}

interface WorkProps<R> {
  readonly useWork: (record: R) => readonly OpenWorkOf[];
  readonly record: R;
  readonly turnTo: (tab: string) => void;
}

function Work<R>({ useWork, record, turnTo }: WorkProps<R>) {
  const work = useWork(record);
  return (
    <SidePart title="待办">
      <OpenWork items={work.map(({ tab, open = () => turnTo(tab), ...item }) => ({ ...item, open }))} />
    </SidePart>
  );
}

/** Shows the latest events: of the record's log for people who may read it, or what the description names instead. */
function Latest<E extends DetailEndpoint, S extends string>({ of, overview, ...shown }: Props<E, S>) {
  const { id, record, isPage, turnTo } = shown;
  const may = useMay();
  const { latest, milestones } = overview;
  const log = logOf(of, record, id, may);
  const key = versionOf(record);
  if (latest) {
    if (!may(latest.needs)) return null;
    const all = <AllOfThem title={latest.all.title} onOpen={() => turnTo(latest.all.tab)} />;
    return (
      <SidePart key={key} title="近期动态" extra={all}>
        {latest.content(record)}
      </SidePart>
    );
  }
  return (
    log && (
      <LatestEvents
        key={key}
        {...log}
        most={isPage && !overview.isTab ? 4 : 8}
        milestones={milestonesOf(of.entity, record, milestones)}
        extra={<AllOfThem title="全部日志" onOpen={() => turnTo("logs")} />}
      />
    )
  );
}

function AllOfThem({ title, onOpen }: { readonly title: string; readonly onOpen: () => void }) {
  return (
    <Button type="link" size="small" onClick={onOpen}>
      {title}
    </Button>
  );
}
