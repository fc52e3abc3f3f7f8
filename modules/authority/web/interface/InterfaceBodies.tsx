import { type InterfaceBodyLog, type InterfaceDetail, listInterfaceBodies } from "@ops/authority/contract";
import { columnsOf, DotText, PagedTable, usePaged } from "@ops/platform/web";

/** Requests and answers of the last seven days, masked. A row opens to its text. */
export function InterfaceBodies({ id, logBody }: Pick<InterfaceDetail, "id" | "logBody">) {
  return (
    <PagedTable
      of={usePaged(listInterfaceBodies, { params: { id } })}
      empty={logBody ? "最近 7 天没有调用" : "未开启记录报文，可在「设置」中开启"}
      expandable={{ expandedRowRender: (row) => <Bodies {...row} /> }}
      columns={columnsOf(listInterfaceBodies, {
        occurredAt: true,
        userName: { width: 120, as: ({ userName }) => userName ?? "未登录" },
        msgCode: {
          width: 220,
          as: ({ status, msgCode }) => (
            <DotText tone={msgCode === "" && status < 400 ? "good" : "bad"} text={msgCode || `HTTP ${status}`} />
          ),
        },
        ms: true,
        traceId: ({ traceId }) => <code>{traceId}</code>,
      })}
    />
  );
}

function Bodies({ request, answer }: InterfaceBodyLog) {
  if (request === null) return "报文含有您无权查看的数据，仅显示调用记录";
  return (
    <dl className="interface-bodies">
      <dt>入参</dt>
      <dd>
        <pre>{indented(request)}</pre>
      </dd>
      <dt>返回</dt>
      <dd>
        <pre>{answer === null ? "没有返回数据" : indented(answer)}</pre>
      </dd>
    </dl>
  );
}

/** Indents JSON. Long bodies are cut and no longer valid JSON, so they are shown as they are. */
function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
