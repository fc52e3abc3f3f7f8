import { LoadingOutlined, SearchOutlined } from "@ant-design/icons";
import { App, ConfigProvider } from "antd";
import zhCN from "antd/es/locale/zh_CN.js";
import { type ReactNode, useLayoutEffect, useMemo } from "react";
import { holdFeedback } from "../shell/feedback.ts";
import { themeOf } from "./theme.ts";
import { useMotionAllowed, useThemeMode } from "./theme-mode.ts";
import "virtual:antd-base.css";
import "../shell/frame.css";
import "./base.css";

/** Replaces antd's icon, which screen readers read as search. */
const searching = { searchIcon: <SearchOutlined aria-label="搜索" /> };

/**
 * Replaces antd's loading icon by one without a transition. If the call was answered before the icon had appeared,
 * antd's transition never ended: the icon stayed, and screen readers read it with the button.
 */
const buttons = { autoInsertSpace: false, loadingIcon: <LoadingOutlined aria-label="处理中" /> };

/** antd with our tokens, and the holder of messages for code outside components. */
export function ThemeRoot({ children }: { children: ReactNode }) {
  const mode = useThemeMode();
  const motion = useMotionAllowed();
  const theme = useMemo(() => themeOf(mode, motion), [mode, motion]);
  useLayoutEffect(() => {
    document.documentElement.dataset["theme"] = mode;
  }, [mode]);
  return (
    <ConfigProvider theme={theme} locale={zhCN} button={buttons} inputSearch={searching}>
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
