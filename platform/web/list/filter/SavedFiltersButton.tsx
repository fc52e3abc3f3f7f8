import { Button, Popover } from "antd";
import { useRef, useState } from "react";
import { partsOf } from "../../shell/page/lazy-parts.tsx";
import type { ListEndpoint } from "../list-endpoint.ts";
import type { List } from "../use-list.ts";

/** Loaded when it is opened for the first time: most visits of a list do without. */
const SavedFilters = partsOf(() => import("../saved/SavedFilters.tsx")).standing(
  "SavedFilters",
  <p className="saved-filters-wait">加载中…</p>,
);

interface Props {
  readonly list: Pick<List<unknown>, "memory" | "query">;
  readonly endpoint: ListEndpoint;
}

/** 常用筛选 (PF-R131): the filters that the person and the organisation keep for the list. */
export function SavedFiltersButton({ list, endpoint }: Props) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Popover
      trigger="click"
      placement="bottomRight"
      arrow={false}
      destroyOnHidden
      open={open}
      onOpenChange={setOpen}
      content={<SavedFilters endpoint={endpoint} filters={list.memory.filters} onApply={list.query} onClose={close} />}
    >
      <Button
        ref={button}
        className="list-query-saved"
        type="text"
        aria-label="常用筛选"
        aria-haspopup="dialog"
        aria-expanded={open}
        title="常用筛选"
      >
        <span aria-hidden>☆</span>
        <span className="list-query-saved-word">常用筛选</span>
      </Button>
    </Popover>
  );
}
