import {
  cancelExit,
  type PartnerState,
  partnerStates,
  previewSuspension,
  resumePartner,
  startExit,
  terminatePartner,
} from "@ops/partner/contract";
import { type DetailAction, partsOf, ReasonDialog } from "@ops/platform/web";
import type { Stoppable } from "./stoppable.ts";

const SuspendWizard = partsOf(() => import("./SuspendWizard.tsx")).overlay("SuspendWizard");
const exits = partsOf(() => import("./ExitDialog.tsx"));
const ExitDialog = exits.overlay("ExitDialog");
const TerminateDialog = exits.overlay("TerminateDialog");

type Row = Stoppable & { readonly state: PartnerState };

/** 暂停, 恢复, 清退 and 终止, in the list and in the drawer, each in the states that allow it. */
export const stopActions: readonly DetailAction<Row>[] = [
  {
    label: "暂停",
    danger: true,
    needs: previewSuspension,
    when: ({ state }) => partnerStates.can(state, "suspend"),
    ask: (partner, onClose) => <SuspendWizard partner={partner} onClose={onClose} />,
  },
  {
    label: "恢复",
    primary: true,
    needs: resumePartner,
    when: ({ state }) => partnerStates.can(state, "resume"),
    ask: (partner, onClose) => (
      <ReasonDialog
        title={`恢复合作 · ${partner.shortName}`}
        okText="恢复合作"
        endpoint={resumePartner}
        params={{ id: partner.id }}
        version={partner.version}
        consequence="仅恢复本次暂停所做、且仍保持暂停时状态的对象；其余列入未恢复明细。"
        done="已恢复合作，明细见暂停记录"
        onClose={onClose}
      />
    ),
  },
  {
    label: "清退",
    danger: true,
    needs: startExit,
    when: ({ state }) => partnerStates.can(state, "startExit"),
    ask: (partner, onClose) => <ExitDialog partner={partner} onClose={onClose} />,
  },
  {
    label: "终止",
    danger: true,
    needs: terminatePartner,
    when: ({ state }) => partnerStates.can(state, "terminate"),
    ask: (partner, onClose) => <TerminateDialog partner={partner} onClose={onClose} />,
  },
  {
    label: "取消清退",
    needs: cancelExit,
    when: ({ state }) => partnerStates.can(state, "cancelExit"),
    ask: (partner, onClose) => (
      <ReasonDialog
        title={`取消清退 · ${partner.shortName}`}
        okText="取消清退"
        endpoint={cancelExit}
        params={{ id: partner.id }}
        version={partner.version}
        consequence="发起前合作中的，按原样恢复合作；发起前已暂停的，仍为已暂停，恢复合作时清退所做的处理一并恢复。"
        done="已取消清退"
        onClose={onClose}
      />
    ),
  },
];
