import {
  activatePartner,
  approvePartner,
  editPartner,
  listStaffs,
  type Partner,
  partnerStates,
  rejectPartner,
  requestPartnerChange,
  restrictPartner,
  STAFF_PAGE,
  submitPartner,
} from "@ops/partner/contract";
import { type DetailAction, goTo, partsOf, presetList, ReasonDialog, useCall } from "@ops/platform/web";
import { stopActions } from "../suspension/stop-actions.tsx";

const partnerDialogs = partsOf(() => import("./partner-dialogs.tsx"));
const EditPartnerDialog = partnerDialogs.overlay("EditPartnerDialog");
const RequestChangeDialog = partnerDialogs.overlay("RequestChangeDialog");
const RestrictDialog = partnerDialogs.overlay("RestrictDialog");
const SubmitPartnerDialog = partsOf(() => import("./SubmitPartnerDialog.tsx")).overlay("SubmitPartnerDialog");

/** True if the reader works for the brand. What headquarters thinks of a partner is not shown to the partner's people. */
const isBrands = ({ riskTags }: Partner) => riskTags !== null;
const isRenamed = (partner: Partner) =>
  isBrands(partner) && (partner.state === "ONBOARDING" || partner.state === "ACTIVE");
/** The partner's own people may edit its contact while it works (PT-R19). */
const isEdited = (partner: Partner) => (isBrands(partner) ? partner.state !== "REVIEW" : partner.state === "ACTIVE");

/** The person who handed it in may not decide on it. */
const isReviewed = ({ state, isOwn }: Partner) => partnerStates.can(state, "approve") && !isOwn;

/** The actions on a partner, in the list and in its drawer. */
export function usePartnerActions(): readonly DetailAction<Partner>[] {
  const approve = useCall(approvePartner, { done: "已通过，入驻任务已生成" });
  const activate = useCall(activatePartner, { done: "已启用，合同约定的权限已生效" });
  const of = ({ id, version }: Partner) => ({ params: { id }, body: { version } });
  return [
    {
      label: "编辑",
      needs: editPartner,
      when: isEdited,
      ask: (partner, onClose) => <EditPartnerDialog partner={partner} onClose={onClose} />,
    },
    {
      label: "提交",
      primary: true,
      needs: submitPartner,
      when: ({ state }) => partnerStates.can(state, "submit"),
      ask: (partner, onClose) => <SubmitPartnerDialog partner={partner} onClose={onClose} />,
    },
    {
      label: "通过",
      primary: true,
      needs: approvePartner,
      when: isReviewed,
      confirm: ({ shortName }) => `通过「${shortName}」的入驻申请？将建立组织节点并生成入驻任务`,
      run: (partner) => approve.call(of(partner)),
    },
    {
      label: "驳回",
      needs: rejectPartner,
      danger: true,
      when: isReviewed,
      ask: (partner, onClose) => <RejectDialog partner={partner} onClose={onClose} />,
    },
    {
      label: "启用",
      primary: true,
      needs: activatePartner,
      when: ({ state }) => partnerStates.can(state, "activate"),
      confirm: ({ shortName }) => `启用「${shortName}」？合同约定的权限立即生效`,
      run: (partner) => activate.call(of(partner)),
    },
    {
      label: "员工",
      needs: listStaffs,
      when: ({ state }) => !["DRAFT", "REVIEW", "REJECTED"].includes(state),
      run: ({ id }) => {
        presetList(STAFF_PAGE, { partnerId: id });
        goTo(STAFF_PAGE);
      },
    },
    ...stopActions,
    {
      label: "变更名称",
      needs: requestPartnerChange,
      when: isRenamed,
      ask: (partner, onClose) => <RequestChangeDialog partner={partner} onClose={onClose} />,
    },
    {
      label: "调低权限",
      needs: restrictPartner,
      when: ({ state }) => state === "ACTIVE",
      ask: (partner, onClose) => <RestrictDialog partner={partner} onClose={onClose} />,
    },
  ];
}

function RejectDialog({ partner, onClose }: { readonly partner: Partner; readonly onClose: () => void }) {
  return (
    <ReasonDialog
      title={`驳回入驻申请 · ${partner.shortName}`}
      endpoint={rejectPartner}
      params={{ id: partner.id }}
      version={partner.version}
      consequence="驳回后由申请人修改并重新提交。"
      okText="驳回"
      danger
      done="已驳回"
      onClose={onClose}
    />
  );
}
