import { SearchOutlined } from "@ant-design/icons";
import { App, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN.js";
import { type ReactNode, useLayoutEffect, useMemo } from "react";
import { holdFeedback } from "../shell/feedback.ts";
import { themeOf } from "./theme.ts";
import { useMotionAllowed, useThemeMode } from "./theme-mode.ts";
import "virtual:antd-base.css";
import "../shell/frame.css";
import "./base.css";

/** antd's own says search to a screen reader. */
const searching = { searchIcon: <SearchOutlined aria-label="搜索" /> };

/** antd with our tokens, and the holder of messages for code outside components. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotionAllowed();
  const theme = useMemo(() => themeOf(mode, motion), [mode, motion]);
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = mode;
  }, [mode]);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={{ autoInsertSpace: false }} inputSearch={searching}>
      <App className="app-root" message={{ maxCount: 3 }} notification={{ maxCount: 4, placement: "topRight" }}>
        <FeedbackHolder>{children}</FeedbackHolder>
      </App>
    </ConfigProvider>
  );
}

function FeedbackHolder({ children }: { children: ReactNode }) {
  const { message, notification, modal } = App.useApp();
  holdFeedback({ message, notification, modal }); // while rendering: effects of children already speak through it
  return children;
}
