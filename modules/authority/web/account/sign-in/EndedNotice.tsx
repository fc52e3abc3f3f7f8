import { dropEndedNotice, useEndedNotice } from "@ops/platform/web";
import { Button } from "antd";

/** Tells people who come back to a signed-out page why they were signed out, however long ago that was (PF-R29). */
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
