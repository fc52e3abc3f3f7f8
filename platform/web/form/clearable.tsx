import { CloseCircleFilled } from "@ant-design/icons";

/** antd's own says Clear to a screen reader. */
export const clearable = { label: "清除", clearIcon: <CloseCircleFilled aria-hidden /> };

/** The same for a text field, whose button has no name but that of its icon. */
export const clearableText = { clearIcon: <CloseCircleFilled aria-label="清除" /> };
