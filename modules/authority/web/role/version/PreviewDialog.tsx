import {
  editRole,
  getRole,
  previewRole,
  type RoleDetail,
  RoleDraft,
  type RolePreview,
  rollbackRole,
} from "@ops/authority/contract";
import { commonErrors } from "@ops/platform/contract";
import { call, feedback, useCall, useClosing } from "@ops/platform/web";
import { Alert, Form, Input, Modal, Skeleton } from "antd";
import { useCallback, useEffect, useState } from "react";
import type { Catalogue } from "../use-catalogue.ts";
import { PreviewView } from "./PreviewView.tsx";

interface Props {
  readonly role: RoleDetail;
  readonly catalogue: Catalogue;
  readonly change: { readonly draft: RoleDraft } | { readonly toVersion: number };
  readonly onSaved: () => void;
  /** Called with the latest role and the refusal if somebody else has saved meanwhile. */
  readonly onConflict?: (latest: RoleDetail, message: string) => void;
  readonly onClose: () => void;
}

type Looked = { readonly preview: RolePreview } | { readonly refusal: string; readonly isConflict?: boolean } | null;

const VERSION_CONFLICT = commonErrors.versionConflict({ name: "", time: "" }).msgCode;

/** Shows the effects of saving before it is done (AU-R31). */
export function PreviewDialog({ role, catalogue, change, onSaved, onConflict, onClose }: Props) {
  const { close, modal } = useClosing(onClose);
  const [note, setNote] = useState("");
  const { looked, look } = usePreview(role, change);
  const tellConflict = useCallback(
    async (message: string) => {
      const latest = await call(getRole, { params: { id: role.id } });
      if (!latest.success) return;
      close();
      onConflict?.(latest.data, message);
    },
    [role.id, onConflict],
  );
  const editing = useCall(editRole, { done: "保存成功！", silent: onConflict !== undefined });
  const rolling = useCall(rollbackRole, { done: "回滚成功！" });
  const conflict = looked && "refusal" in looked && looked.isConflict ? looked.refusal : null;
  useEffect(() => {
    if (conflict !== null && onConflict) void tellConflict(conflict);
  }, [conflict, onConflict, tellConflict]);
  const pending = editing.pending || rolling.pending;
  const preview = looked && "preview" in looked ? looked.preview : null;

  const save = async () => {
    if (!preview) return;
    const saving = { previewToken: preview.previewToken, note: note.trim(), version: role.version };
    const params = { id: role.id };
    const answer =
      "draft" in change
        ? await editing.call({ params, body: { draft: change.draft, ...saving } })
        : await rolling.call({ params, body: { toVersion: change.toVersion, ...saving } });
    if (answer.success) {
      onSaved();
      close();
    } else if (answer.msgCode === "PREVIEW_STALE") look();
    else if (onConflict && answer.msgCode === VERSION_CONFLICT) await tellConflict(answer.msg);
    else if (onConflict) feedback.message.error(answer.msg);
  };

  return (
    <Modal
      title={"draft" in change ? `变更预览 · ${role.name}` : `回滚预览 · ${role.name} → V${change.toVersion}`}
      width={760}
      okText={"draft" in change ? "保存" : "回滚"}
      cancelText="取消"
      confirmLoading={pending}
      okButtonProps={{ disabled: !preview || note.trim() === "" || editing.offline }}
      onOk={() => void save()}
      {...modal}
      onCancel={() => !pending && close()}
    >
      {!looked && <Skeleton active paragraph={{ rows: 6 }} />}
      {looked && "refusal" in looked && <Alert type="error" showIcon title={looked.refusal} />}
      {preview && <PreviewView preview={preview} catalogue={catalogue} />}
      {preview && (
        <Form layout="vertical">
          <Form.Item label="变更说明" required extra="保存后成为该版本的说明，并写入操作日志">
            <Input.TextArea
              aria-label="变更说明"
              rows={2}
              maxLength={200}
              placeholder="请输入变更说明"
              value={note}
              onChange={({ target }) => setNote(target.value)}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}

function usePreview(role: RoleDetail, change: Props["change"]) {
  const [looked, setLooked] = useState<Looked>(null);
  const [asked] = useState({ role, change }); // the dialog keeps to the change for which it was opened
  const look = useCallback(() => {
    setLooked(null);
    void lookAt(asked.role, asked.change).then(setLooked);
  }, [asked]);
  useEffect(look, [look]);
  return { looked, look };
}

async function lookAt(role: RoleDetail, change: Props["change"]): Promise<Looked> {
  const checked = "draft" in change ? RoleDraft.safeParse(change.draft) : null;
  if (checked?.error) return { refusal: checked.error.issues[0]?.message ?? "内容格式不正确" };
  try {
    const body = { ...change, version: role.version };
    const answer = await call(previewRole, { params: { id: role.id }, body }, { silent: true });
    if (answer.success) return { preview: answer.data };
    return { refusal: answer.msg, isConflict: answer.msgCode === VERSION_CONFLICT };
  } catch (error) {
    // a network error, which the call has already shown
    return { refusal: error instanceof Error ? error.message : "预览失败，请稍后再试" };
  }
}
