import { beginTransferSession, feedback } from "@ops/platform/web";
import { Spin } from "antd";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Receives a session from the unified sign-on and removes the value from the address at once (PF-R44). */
export default function TransferPage() {
  const navigate = useNavigate();
  const { search } = useLocation();
  const authorization = new URLSearchParams(search).get("authorization");
  useEffect(() => {
    if (authorization) beginTransferSession(authorization);
    else feedback.message.error({ content: "登陆失败！", key: "transfer" });
    void navigate(authorization ? "/home" : "/", { replace: true });
  }, [authorization, navigate]);
  return (
    <div className="full-screen-loading" role="status">
      <Spin size="large" description="正在登录…" />
    </div>
  );
}
