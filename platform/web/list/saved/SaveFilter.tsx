import {
  createSavedFilter,
  labelOf,
  listSavedFilters,
  MOST_SAVED_FILTERS,
  SHARE_FILTERS,
} from "@ops/platform/contract";
import { Button, Checkbox, Input } from "antd";
import { type FormEvent, useState } from "react";
import { useCall } from "../../call/use-call.ts";
import { useMay, useSession } from "../../session/use-session.ts";
import { nameCount } from "./filter-name.ts";
import type { SplitFilters } from "./split-filters.ts";

interface Props {
  readonly list: string;
  readonly current: SplitFilters;
  readonly isFull: boolean;
}

/** Saves the present filters under a name. */
export function SaveFilter({ list, current, isFull }: Props) {
  const [name, setName] = useState("");
  const [isShared, setShared] = useState(false);
  const mayShare = useMay()(SHARE_FILTERS);
  const isSomewhere = (useSession().user?.organizationIds.length ?? 0) > 0;
  const saving = useCall(createSavedFilter, {
    done: "已保存",
    refreshes: [listSavedFilters],
    onDone: () => setName(""),
  });
  const isEmpty = Object.keys(current.kept).length === 0;
  const hint = hintOf({ isEmpty, isFull, leftOut: current.leftOut });
  const save = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (name.trim() !== "") void saving.call({ body: { list, name, filters: current.kept, isShared } });
  };

  return (
    <form className="saved-filters-save" onSubmit={save}>
      <Input
        aria-label={labelOf(createSavedFilter.body.shape, "name")}
        placeholder="为当前条件命名"
        count={nameCount}
        disabled={isEmpty || isFull}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button
        type="primary"
        htmlType="submit"
        disabled={isEmpty || isFull || name.trim() === "" || saving.offline}
        loading={saving.pending}
      >
        保存
      </Button>
      {mayShare && isSomewhere && (
        <Checkbox checked={isShared} disabled={isEmpty || isFull} onChange={({ target }) => setShared(target.checked)}>
          {labelOf(createSavedFilter.body.shape, "isShared")}
        </Checkbox>
      )}
      {hint && <p role="note">{hint}</p>}
    </form>
  );
}

interface Hinted {
  readonly isEmpty: boolean;
  readonly isFull: boolean;
  readonly leftOut: readonly string[];
}

function hintOf({ isEmpty, isFull, leftOut }: Hinted): string | null {
  const personal = leftOut.length > 0 ? `${leftOut.join("、")}含个人信息，不会保存` : null;
  if (isFull) return `已有${MOST_SAVED_FILTERS}个，请先删除或覆盖`;
  if (isEmpty) return personal ?? "当前没有筛选条件，查询后可保存";
  return personal;
}
