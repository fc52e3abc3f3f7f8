import {
  CloseCircleOutlined,
  CompassOutlined,
  InfoCircleOutlined,
  LockOutlined,
  RocketOutlined,
} from "@ant-design/icons";
import type { ReactNode } from "react";

const icons = {
  error: <CloseCircleOutlined />,
  info: <InfoCircleOutlined />,
  lost: <CompassOutlined />,
  locked: <LockOutlined />,
  coming: <RocketOutlined />,
};

interface StatusPanelProps {
  tone: keyof typeof icons;
  title: string;
  /** Why, and what to do about it. */
  text?: ReactNode;
  actions?: ReactNode;
}

/** A page with one message: an error, a refusal, a page that is not open yet, or an empty start. */
export function StatusPanel({ tone, title, text, actions }: StatusPanelProps) {
  return (
    <section className="status-panel" data-tone={tone}>
      <span className="status-panel-icon" aria-hidden>
        {icons[tone]}
      </span>
      <h1>{title}</h1>
      {text && <div className="status-panel-text">{text}</div>}
      {actions && <div className="status-panel-actions">{actions}</div>}
    </section>
  );
}
