import { Input } from "antd";
import { feedback } from "../shell/feedback.ts";

/** Asks for a reason; null if the person cancels. */
export function askReason(title: string): Promise<string | null> {
  let typed = "";
  return new Promise((answer) => {
    const question = feedback.modal.confirm({
      title: "请填写原因",
      content: (
        <>
          <p>「{title}」涉及敏感信息，原因将写入操作日志，10 分钟内不再重复询问。</p>
          <Input.TextArea
            aria-label="原因"
            rows={3}
            maxLength={100}
            placeholder="请输入原因"
            onChange={({ target }) => {
              typed = target.value.trim();
              question.update({ okButtonProps: { disabled: typed === "" } });
            }}
          />
        </>
      ),
      okText: "确定",
      cancelText: "取消",
      okButtonProps: { disabled: true },
      onOk: () => answer(typed),
      onCancel: () => answer(null),
    });
  });
}
