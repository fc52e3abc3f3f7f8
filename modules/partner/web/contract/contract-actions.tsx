import {
  type Contract,
  type ContractState,
  contractStates,
  editContract,
  renewContract,
  reviewContract,
  signContract,
  submitContract,
  terminateContract,
} from "@ops/partner/contract";
import { type PageAction, type Tone, useCall } from "@ops/platform/web";
import { RenewDialog, ReviewDialog, SignDialog, TerminateDialog } from "./contract-dialogs.tsx";
import { EditContractDialog } from "./contract-forms.tsx";
import { staleContracts } from "./stale.ts";

export const contractTones: Readonly<Record<ContractState, Tone>> = {
  DRAFT: "neutral",
  REVIEW: "active",
  APPROVED: "active",
  SIGNED: "active",
  EFFECTIVE: "good",
  EXPIRED: "warn",
  TERMINATED: "bad",
  RENEWED: "neutral",
};

type Move = keyof typeof contractStates.moves;
const may =
  (move: Move) =>
  ({ state }: Contract) =>
    contractStates.can(state, move);

/** What can be done with a contract, in the table and in its drawer. */
export function useContractActions(): readonly PageAction<Contract>[] {
  const submit = useCall(submitContract, { done: "已提交审批", refreshes: staleContracts });
  const ofOthers = (contract: Contract) => may("approve")(contract) && !contract.isOwn;
  return [
    {
      ...{ label: "提交审批", needs: submitContract, when: may("submit") },
      confirm: ({ contractNo }) => `提交合同${contractNo}审批？提交后不能修改`,
      run: ({ id, version }) => submit.call({ params: { id }, body: { version } }),
    },
    {
      ...{ label: "编辑", needs: editContract, when: may("edit") },
      ask: (contract, onClose) => <EditContractDialog contract={contract} onClose={onClose} />,
    },
    {
      ...{ label: "通过", needs: reviewContract, when: ofOthers },
      ask: (contract, onClose) => <ReviewDialog contract={contract} isApproved onClose={onClose} />,
    },
    {
      ...{ label: "驳回", needs: reviewContract, danger: true, when: ofOthers },
      ask: (contract, onClose) => <ReviewDialog contract={contract} isApproved={false} onClose={onClose} />,
    },
    {
      ...{ label: "签署", needs: signContract, when: may("sign") },
      ask: (contract, onClose) => <SignDialog contract={contract} onClose={onClose} />,
    },
    {
      ...{ label: "续签", needs: renewContract, when: (contract) => may("renew")(contract) && !contract.isRenewed },
      ask: (contract, onClose) => <RenewDialog contract={contract} onClose={onClose} />,
    },
    {
      ...{ label: "解除", needs: terminateContract, danger: true, when: may("terminate") },
      ask: (contract, onClose) => <TerminateDialog contract={contract} onClose={onClose} />,
    },
  ];
}
