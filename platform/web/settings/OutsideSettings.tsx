import {
  handleOutsideCall,
  listOutsideCalls,
  listOutsidePorts,
  type OutsideCall,
  type OutsidePort,
  outsideFailures,
  outsideStates,
  retryOutsideCall,
} from "@ops/platform/contract";
import { Alert, Button, Input, Select } from "antd";
import { useState } from "react";
import { useCall } from "../call/use-call.ts";
import { useEndpoint } from "../call/use-query.ts";
import { DotText } from "../dict/StateTag.tsx";
import type { Tone } from "../dict/tones.ts";
import { choicesOf } from "../form/input/choices.ts";
import { FormDialog } from "../form/lazy-forms.tsx";
import type { PageAction } from "../list/action/actions.ts";
import { columnsOf } from "../list/column/columns-of.ts";
import { PagedTable } from "../list/PagedTable.tsx";
import { usePaged } from "../list/use-paged.ts";
import { Named } from "./Named.tsx";

const tones: Readonly<Record<OutsideCall["state"], Tone>> = {
  WAITING: "warn",
  CALLING: "active",
  ASKING: "warn",
  ANSWERED: "warn",
  DONE: "good",
  FAILED: "bad",
  HANDLED: "off",
};
const TROUBLED = "TROUBLED";
const views = [{ value: TROUBLED, label: "失败与出错" }, ...choicesOf(outsideStates)];

const columns = columnsOf(listOutsideCalls, {
  key: {
    width: 220,
    as: ({ title, key }) => <Named title={title} detail={key} />,
  },
  state: { width: 110, as: ({ state }) => <DotText tone={tones[state]} text={outsideStates[state]} /> },
  tries: 60,
  createdAt: 150,
  dueAt: 150,
  lastError: {
    title: "最近的错误或进度",
    as: ({ failure, lastError, progress }) =>
      [failure && outsideFailures[failure], lastError ?? progress].filter(Boolean).join("：") || "-",
  },
});

/** 外部调用: calls to outside systems and their outcome (PF-R120). */
export function OutsideSettings() {
  const [port, setPort] = useState<string>();
  const [view, setView] = useState<string | undefined>(TROUBLED);
  const [keyword, setKeyword] = useState("");
  const ports = useEndpoint(listOutsidePorts, {});
  const isTroubled = view === TROUBLED;
  const state = isTroubled ? undefined : view;
  const troubled = isTroubled ? "true" : undefined;
  const calls = usePaged(listOutsideCalls, { filters: { port, keyword, state, troubled }, pageSize: 20 });
  const refresh = () => {
    calls.refresh();
    void ports.refetch();
  };
  return (
    <div className="settings-list">
      <header>
        <Select
          allowClear
          placeholder="全部端口"
          aria-label="端口"
          options={(ports.data ?? []).map((one) => ({ value: one.port, label: labelOf(one) }))}
          value={port}
          onChange={setPort}
        />
        <Select
          allowClear
          placeholder="全部状态"
          aria-label="状态"
          options={views}
          value={view}
          onChange={(value: string | undefined) => setView(value)}
        />
        <Input.Search allowClear placeholder="业务编号" aria-label="业务编号" onSearch={setKeyword} />
        <Button onClick={refresh}>刷新</Button>
      </header>
      <PagedTable
        of={calls}
        columns={columns}
        rowActions={useActions()}
        empty={isTroubled ? "没有失败或出错的调用" : "没有外部调用"}
        unit="个调用"
      />
    </div>
  );
}

const labelOf = ({ title, troubled }: OutsidePort) => (troubled > 0 ? `${title}（${troubled} 个失败）` : title);

function useActions(): PageAction<OutsideCall>[] {
  const retry = useCall(retryOutsideCall, { done: "已重新提交" });
  return [
    {
      label: "重试",
      needs: retryOutsideCall,
      when: ({ mayRetry }) => mayRetry,
      confirm: ({ title, key }) => `立即重试「${title} ${key}」？已发出的请求只会查询结果，不会重复发送`,
      run: ({ id }) => retry.call({ params: { id } }),
    },
    {
      label: "标记已处理",
      needs: handleOutsideCall,
      when: ({ mayHandle }) => mayHandle,
      ask: (call, onClose) => <HandledDialog call={call} onClose={onClose} />,
    },
  ];
}

function HandledDialog({ call, onClose }: { readonly call: OutsideCall; readonly onClose: () => void }) {
  return (
    <FormDialog
      kind="modal"
      title={`标记已处理 · ${call.title} ${call.key}`}
      endpoint={handleOutsideCall}
      params={{ id: call.id }}
      fields={["reason"]}
      special={{ reason: { rows: 4 } }}
      done="已标记为已处理"
      onClose={onClose}
    >
      <Alert type="warning" showIcon title="标记后不再重试，也不再查询结果；请先在对方系统核对。" />
    </FormDialog>
  );
}
