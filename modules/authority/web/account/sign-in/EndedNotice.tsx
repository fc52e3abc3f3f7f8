import { dropEndedNotice, useEndedNotice } from "@ops/platform/web";
import { Button } from "antd";

/** Who comes back to a signed-out page reads why, however long ago it happened (PF-R29). */
export function EndedNotice() {
  const notice = useEndedNotice((state) => state.notice);
  if (!notice) return null;
  return (
    <div className="login-ended" role="alert">
      <p>{notice.message}</p>
      <footer>
        <span className="tabular">下线时间：{notice.at}</span>
        <Button size="small" onClick={dropEndedNotice}>
          我知道了
        </Button>
      </footer>
    </div>
  );
}
