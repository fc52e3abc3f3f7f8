import { getContract } from "@ops/partner/contract";
import { drawerOf, overlayOf } from "@ops/platform/web";
import { contractRecord } from "./contract-record.tsx";
import "./contract.css";

export default overlayOf("partnerContract", getContract, drawerOf(contractRecord));
