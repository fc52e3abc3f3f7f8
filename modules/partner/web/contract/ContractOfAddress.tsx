import { getContract } from "@ops/partner/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { contractRecord } from "./contract-record.tsx";
import "./contract.css";

const ContractOfAddress = overlayOf("partnerContract", getContract, drawerOf(contractRecord));

export default ContractOfAddress;
