import { runtimeConfig } from "@ops/platform/web";
import { Button } from "antd";
import { useEffect, useState } from "react";

/** 统一登录. It is hidden if no sign-on host is configured (PF-R58). */
export function SsoLink() {
  const [host, setHost] = useState("");
  useEffect(() => {
    runtimeConfig().then(
      ({ ssoHost }) => setHost(ssoHost),
      () => undefined, // without configuration there is no link
    );
  }, []);
  if (host === "") return null;
  return (
    <Button block size="large" href={host} className="login-sso">
      统一登录
    </Button>
  );
}
