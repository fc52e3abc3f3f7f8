import { getContract } from "@ops/partner/contract";
import { RecordDrawer, useMay, useOpened } from "@ops/platform/web";
import { contractRecord } from "./contract-record.tsx";
import "./contract.css";

/**
 * Opens a contract over any page whose address has `?partnerContract=`. Requests in 待我审批 and notices use such
 * addresses.
 */
export default function ContractOfAddress() {
  const may = useMay();
  const { drawer } = useOpened("partnerContract");
  return drawer && may(getContract) ? <RecordDrawer of={contractRecord} {...drawer} /> : null;
}
