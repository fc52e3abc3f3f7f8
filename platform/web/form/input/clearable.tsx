import { CloseCircleFilled } from "@ant-design/icons";

/** Replaces antd's icon, which screen readers read as Clear. */
export const clearable = { label: "清除", clearIcon: <CloseCircleFilled aria-hidden /> };

/** Does the same for a text field, whose button has only the name of its icon. */
export const clearableText = { clearIcon: <CloseCircleFilled aria-label="清除" /> };
