import {
  type FailingDelivery,
  ListenerLine,
  listDeliveries,
  listListeners,
  retryDelivery,
  skipDelivery,
} from "@ops/platform/contract";
import { useCall } from "../../call/use-call.ts";
import { useEndpoint } from "../../call/use-query.ts";
import { FormDialog } from "../../form/lazy-forms.tsx";
import type { PageAction } from "../../list/action/actions.ts";
import { columnsOf, tableColumnsOf } from "../../list/column/columns-of.ts";
import { PagedTable } from "../../list/PagedTable.tsx";
import { PlainTable } from "../../list/PlainTable.tsx";
import { usePaged } from "../../list/use-paged.ts";
import { Named } from "../Named.tsx";
import { REFRESH_MS } from "./refresh.ts";
import { SkipReason } from "./SkipReason.tsx";

/** 事件投递: waiting and failed events of each listener (PF-R108). */
export function JobDeliveries() {
  return (
    <>
      <section>
        <h2>失败的投递</h2>
        <FailingDeliveries />
      </section>
      <section>
        <h2>全部监听</h2>
        <Listeners />
      </section>
    </>
  );
}

function FailingDeliveries() {
  const deliveries = usePaged(listDeliveries, { pageSize: 20, refetchInterval: REFRESH_MS });
  const retry = useCall(retryDelivery, { done: "已重新投递" });
  const actions: PageAction<FailingDelivery>[] = [
    {
      label: "重试",
      needs: retryDelivery,
      when: ({ isRetired }) => !isRetired,
      run: ({ listener, eventId }) => retry.call({ params: { listener, eventId } }),
    },
    {
      label: "跳过",
      needs: skipDelivery,
      ask: ({ listener, eventId, title, held }, close) => (
        <FormDialog
          kind="modal"
          title={`跳过投递 · ${title}`}
          endpoint={skipDelivery}
          params={{ listener, eventId }}
          record={{}}
          okText="跳过"
          danger
          done="已跳过"
          onClose={close}
        >
          <SkipReason
            warning={`该监听将不再收到这个事件，相关数据可能需要人工核对。${held > 0 ? `其后等待的${held}个事件将继续投递。` : ""}`}
          />
        </FormDialog>
      ),
    },
  ];
  return (
    <PagedTable
      of={deliveries}
      columns={columnsOf(listDeliveries, {
        title: { as: ({ title, listener, key }) => <Named title={title} detail={`${listener} · ${key}`} /> },
        tries: 70,
        held: 90,
        toldAt: 160,
        nextRunAt: 160,
        lastError: {
          width: 190,
          as: ({ lastError, eventId }) => <Named title={lastError ?? "-"} detail={`编号：${eventId}`} />,
        },
      })}
      rowActions={actions}
      empty="没有失败的投递"
      unit="个投递"
    />
  );
}

const listenerColumns = tableColumnsOf(ListenerLine, {
  title: { as: ({ title, listener }) => <Named title={title} detail={listener} /> },
  waiting: { width: 90, align: "right" },
  failing: { width: 90, align: "right" },
  oldestAt: 160,
});

function Listeners() {
  const answer = useEndpoint(listListeners, {}, { silent: true, refetchInterval: REFRESH_MS });
  return <PlainTable<ListenerLine> rowKey="listener" of={answer} rows={answer.data} columns={listenerColumns} />;
}
