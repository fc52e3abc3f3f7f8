import { commonErrors, PAGE_SIZES, REACHABLE_ROWS } from "@ops/platform/contract";
import { Pagination } from "antd";

interface Props {
  /** Null until the first answer. */
  readonly total: number | null;
  readonly atLeast: boolean;
  readonly pageNo: number;
  readonly pageSize: number;
  readonly onChange: (pageNo: number, pageSize: number) => void;
}

/** The total and the pages. Beyond 10,000 rows it tells that there are more (PF-R85). */
export function ListFoot({ total, atLeast, pageNo, pageSize, onChange }: Props) {
  return (
    <footer className="list-foot">
      <span className="list-total" role="status">
        共 <b>{atLeast ? `${REACHABLE_ROWS}+` : (total ?? "–")}</b> 条
        {atLeast && pageNo * pageSize >= REACHABLE_ROWS && <span> · {commonErrors.tooManyRows().message}</span>}
      </span>
      <Pagination
        size="small"
        current={pageNo}
        pageSize={pageSize}
        total={Math.min(total ?? 0, REACHABLE_ROWS)}
        pageSizeOptions={[...PAGE_SIZES]}
        showSizeChanger
        showQuickJumper={(total ?? 0) > pageSize * 5}
        onChange={(next, size) => onChange(size === pageSize ? next : 1, size)}
      />
    </footer>
  );
}
