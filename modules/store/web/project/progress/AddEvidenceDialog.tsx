import { EVIDENCE_FILES } from "@ops/platform/contract";
import {
  choicesOf,
  SENDING_TEXT,
  UploadInput,
  UploadsContext,
  useAskedClosing,
  useCall,
  useUploadsUnderWay,
} from "@ops/platform/web";
import { addEvidence, evidenceCategories } from "@ops/store/contract";
import { Alert, Form, Input, Modal, Select } from "antd";
import { useState } from "react";

type Category = keyof typeof evidenceCategories;
const isCategory = (value: unknown): value is Category =>
  typeof value === "string" && Object.hasOwn(evidenceCategories, value);

interface Props {
  readonly nodeId: string;
  readonly onClose: () => void;
}

/** 上传附件: up to nine files, each saved by itself, so that one that fails loses none of the others (section 12). */
export function AddEvidenceDialog({ nodeId, onClose }: Props) {
  const [category, setCategory] = useState<Category>("PHOTO");
  const [note, setNote] = useState("");
  const [fileIds, setFileIds] = useState<readonly string[]>([]);
  const [unsent, setUnsent] = useState(0);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const { call, pending, offline } = useCall(addEvidence, { silent: true });
  const { watch, isSending } = useUploadsUnderWay();
  const isTyped = fileIds.length > 0 || unsent > 0;
  const { modal, close } = useAskedClosing({ isTyped, isSending: pending, onGone: onClose });
  const save = async () => {
    const kept: string[] = [];
    const why: string[] = [];
    for (const [at, fileId] of fileIds.entries()) {
      const body = { fileId, category, note: note.trim() || null };
      const { success, msg } = await call({ params: { id: nodeId }, body });
      if (success) continue;
      kept.push(fileId);
      why.push(`第${at + 1}张：${msg}`);
    }
    setFileIds(kept);
    setRefused(why);
    if (kept.length === 0 && unsent === 0) close();
  };
  return (
    <Modal
      title="上传附件"
      okText="保存附件"
      okButtonProps={{ disabled: fileIds.length === 0 || isSending || offline, loading: pending }}
      onOk={() => void save()}
      {...modal}
    >
      <Form layout="vertical">
        <Form.Item label="类别" htmlFor="evidence-category">
          <Select
            id="evidence-category"
            options={[...choicesOf(evidenceCategories)]}
            value={category}
            onChange={(chosen: unknown) => isCategory(chosen) && setCategory(chosen)}
          />
        </Form.Item>
        <Form.Item label="文件" htmlFor="evidence-files" extra={isSending ? SENDING_TEXT : "一次最多9个，逐个保存"}>
          <UploadsContext value={watch}>
            <UploadInput
              id="evidence-files"
              bizType="projectNode"
              max={9}
              extensions={EVIDENCE_FILES}
              value={fileIds}
              onChange={setFileIds}
              onUnsent={setUnsent}
            />
          </UploadsContext>
        </Form.Item>
        <Form.Item label="说明" htmlFor="evidence-note" extra="图片已在其他节点使用时必须说明">
          <Input id="evidence-note" maxLength={200} value={note} onChange={({ target }) => setNote(target.value)} />
        </Form.Item>
        {refused.length > 0 && <Alert type="error" showIcon title={refused.join("；")} />}
      </Form>
    </Modal>
  );
}
