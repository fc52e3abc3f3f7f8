import { drawerOf, overlayOf } from "@ops/platform/web";
import { getMovement } from "@ops/store/contract";
import { movementRecord } from "./movement-record.tsx";

const MovementOfAddress = overlayOf("storeMovement", getMovement, drawerOf(movementRecord));

export default MovementOfAddress;
