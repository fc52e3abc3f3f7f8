import { useMay } from "@ops/platform/web";
import { getCar, lookUpCar } from "@ops/vehicle/contract";
import { CarDrawer } from "./CarDrawer.tsx";
import { useOpenedCar } from "./use-opened-car.ts";

/** 车辆档案 over any page whose address says `?car=` (5.2), so that it can be sent. */
export default function CarOfAddress() {
  const may = useMay();
  const { vin, open, close } = useOpenedCar();
  if (!vin || !(may(getCar) || may(lookUpCar))) return null;
  return <CarDrawer vin={vin} onOpen={open} onClose={close} />;
}
