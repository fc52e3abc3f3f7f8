import { createDictType, type DictType, listDictTypes } from "@ops/platform/contract";
import { Button, Input, Skeleton } from "antd";
import { useState } from "react";
import { useEndpoint } from "../call/use-query.ts";
import { useDialog } from "../dialog/use-dialog.ts";
import { NotLoaded } from "../list/list-states.tsx";
import { useMay } from "../session/use-session.ts";
import { DictEntryTable } from "./DictEntryTable.tsx";
import { CreateDictTypeDialog } from "./dict-dialogs.tsx";

const MOST_TYPES = 100;

/** 字典: types at the left, entries of the chosen one at the right. */
export function DictSettings() {
  const may = useMay();
  const [keyword, setKeyword] = useState("");
  const [chosen, setChosen] = useState<DictType | null>(null);
  const creating = useDialog<true>();
  const query = { pageSize: MOST_TYPES, ...(keyword ? { keyword } : {}) };
  const answer = useEndpoint(listDictTypes, { query }, { keepPrevious: true, silent: true });
  const types = answer.data?.list ?? [];
  const shown = chosen ?? types[0];

  if (answer.error) return <NotLoaded reason={answer.error.message} onRetry={() => void answer.refetch()} />;
  return (
    <div className="settings-dict">
      <section className="settings-types" aria-label="字典类型">
        <Input.Search
          allowClear
          placeholder="字典名称 / 编码"
          aria-label="搜索字典"
          onSearch={(typed) => setKeyword(typed.trim())}
        />
        {answer.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
        <ul>
          {types.map((type) => (
            <li key={type.id}>
              <button
                type="button"
                aria-current={type.code === shown?.code ? "true" : undefined}
                onClick={() => setChosen(type)}
              >
                <span>{type.name}</span>
                <small>{type.code}</small>
              </button>
            </li>
          ))}
        </ul>
        {answer.data && types.length === 0 && <p className="settings-hint">没有符合的字典</p>}
        {(answer.data?.total ?? 0) > types.length && (
          <p className="settings-hint">仅列出前 {MOST_TYPES} 个，请搜索其余字典</p>
        )}
        {may(createDictType) && (
          <Button block onClick={() => creating.open(true)}>
            新增字典
          </Button>
        )}
      </section>
      {shown && <DictEntryTable key={shown.code} type={shown} />}
      {creating.value && <CreateDictTypeDialog onDone={setChosen} onClose={creating.close} />}
    </div>
  );
}
