import {
  createOrgChange,
  mergeOrganization,
  type Organization,
  type OrgImpact,
  previewMerge,
  previewMove,
} from "@ops/authority/contract";
import { CallFailure, useCall, useClosing } from "@ops/platform/web";
import { Alert, Button, DatePicker, Form, Input, Modal, Radio, Skeleton } from "antd";
import dayjs, { type Dayjs } from "dayjs";
import { useEffect, useEffectEvent, useState } from "react";
import { OrganizationSelect } from "../organization/OrganizationSelect.tsx";
import { OrgImpactView } from "./OrgImpactView.tsx";

export type ChangeKind = "move" | "merge";

const kinds = {
  move: { word: "移动", target: "目标上级", preview: previewMove },
  merge: { word: "合并", target: "并入组织", preview: previewMerge },
};

interface Props {
  readonly kind: ChangeKind;
  readonly source: Pick<Organization, "id" | "name">;
  /** The target, if it was chosen by dragging the organisation onto it. */
  readonly targetId: string | null;
  readonly onClose: () => void;
}

interface Preview {
  readonly impact: OrgImpact;
  readonly impactToken: string;
}

/**
 * Moves an organisation below another one or merges it into it: asks for target and time, and shows the impact before
 * anything happens.
 */
export function OrgChangeDialog({ kind, source, targetId, onClose }: Props) {
  const { word, target: targetLabel } = kinds[kind];
  const { close, modal } = useClosing(onClose);
  const [target, setTarget] = useState(targetId);
  const [plannedAt, setPlannedAt] = useState<Dayjs | null>(null);
  const [isPlanned, setPlanned] = useState(false);
  const [reason, setReason] = useState("");
  const { preview, refusal, pending, ask } = usePreview(kind, source.id);
  const told = {
    done: isPlanned ? "已加入计划！" : `${word}成功！`,
    onDone: close,
  };
  const [move, merge] = [useCall(createOrgChange, told), useCall(mergeOrganization, told)];
  const { pending: saving, offline } = kind === "move" ? move : merge;
  const askFirst = useEffectEvent(() => void (target && ask(target)));
  useEffect(() => askFirst(), []);

  const choose = (id: string | null) => {
    setTarget(id);
    void ask(id);
  };
  const submit = async () => {
    if (!target || !preview) return;
    const at = isPlanned && plannedAt ? plannedAt.format("YYYY-MM-DD HH:mm:ss") : null;
    const { impactToken } = preview;
    const places = { sourceOrgId: source.id, targetOrgId: target };
    const body = { ...places, plannedAt: at, impactToken, reason: reason.trim() || null };
    try {
      const answer = await (kind === "move" ? move.call({ body: { kind: "MOVE", ...body } }) : merge.call({ body }));
      if (answer.msgCode === "IMPACT_STALE") await ask(target); // this shows the present impact
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown; // a failed call has already shown its error
    }
  };
  const ready = preview !== null && !pending && !offline && (!isPlanned || plannedAt !== null);

  return (
    <Modal
      title={`${word}组织 · ${source.name}`}
      width={720}
      {...modal}
      footer={
        <div className="form-footer">
          <Button onClick={close}>取消</Button>
          <Button type="primary" disabled={!ready} loading={saving} onClick={submit}>
            {isPlanned ? "确认计划" : `确认${word}`}
          </Button>
        </div>
      }
    >
      <Form layout="vertical" component="div" className="org-move">
        <Form.Item label={targetLabel} required>
          <OrganizationSelect value={target} onChange={choose} label={targetLabel} />
        </Form.Item>
        <ImpactArea preview={preview} refusal={refusal} pending={pending} label={targetLabel} />
        {preview && (
          <div className="org-when">
            <Form.Item label="执行时间">
              <Radio.Group
                value={isPlanned}
                onChange={({ target: { value } }) => setPlanned(value === true)}
                options={[
                  { value: false, label: "立即执行" },
                  { value: true, label: "计划时间" },
                ]}
              />
              {isPlanned && (
                <DatePicker
                  showTime={{ format: "HH:mm" }}
                  format="YYYY-MM-DD HH:mm"
                  placeholder="计划执行时间"
                  minDate={dayjs()}
                  value={plannedAt}
                  onChange={setPlannedAt}
                />
              )}
            </Form.Item>
            <Form.Item label="变更说明">
              <Input
                placeholder="选填，记入变更记录"
                aria-label="变更说明"
                maxLength={200}
                value={reason}
                onChange={({ target: { value } }) => setReason(value)}
              />
            </Form.Item>
          </div>
        )}
      </Form>
    </Modal>
  );
}

interface PreviewState {
  readonly preview: Preview | null;
  readonly refusal: string | null;
  readonly pending: boolean;
}

/** Loads the impact for the last chosen target. */
function usePreview(
  kind: ChangeKind,
  sourceId: string,
): PreviewState & { ask(targetOrgId: string | null): Promise<void> } {
  const [shown, setShown] = useState<Omit<PreviewState, "pending">>({ preview: null, refusal: null });
  const asking = useCall(kinds[kind].preview, { silent: true });
  const ask = async (targetOrgId: string | null) => {
    setShown({ preview: null, refusal: null });
    if (!targetOrgId) return;
    try {
      const answer = await asking.call({ params: { id: sourceId }, body: { targetOrgId } });
      setShown(answer.success ? { preview: answer.data, refusal: null } : { preview: null, refusal: answer.msg });
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) throw thrown;
      setShown({ preview: null, refusal: thrown.message });
    }
  };
  return { ...shown, pending: asking.pending, ask };
}

function ImpactArea({ preview, refusal, pending, label }: PreviewState & { readonly label: string }) {
  if (pending) return <Skeleton active title={false} paragraph={{ rows: 5 }} />;
  if (refusal) return <Alert type="error" showIcon title={refusal} />;
  if (preview) return <OrgImpactView impact={preview.impact} />;
  return <p className="org-hint">选择{label}后，这里会列出受影响的组织、人员和可见范围的变化</p>;
}
