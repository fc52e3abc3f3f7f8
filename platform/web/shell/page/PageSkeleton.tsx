import { Skeleton } from "antd";

/** The place of a page that is still loading: same paddings, no jump. */
export function PageSkeleton() {
  return (
    <div className="page-skeleton" role="status" aria-label="页面加载中">
      <Skeleton active title={false} paragraph={{ rows: 2, width: ["40%", "70%"] }} />
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  );
}
