import { themeOf, useMotionAllowed, useThemeMode } from "@ops/platform/web";
import { App, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN.js";
import { type ReactNode, useLayoutEffect, useMemo } from "react";
import "./portal.css";

/** antd with our tokens. Such a small page makes its class rules at run time instead of at the build. */
export function PortalTheme({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotionAllowed();
  const theme = useMemo(() => ({ ...themeOf(mode, motion), zeroRuntime: false }), [mode, motion]);
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = mode;
  }, [mode]);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }}>
      <App className="portal" message={{ maxCount: 3 }}>
        {children}
      </App>
    </ConfigProvider>
  );
}
