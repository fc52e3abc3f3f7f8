import { useMay } from "@ops/platform/web";
import { getCar, lookUpCar } from "@ops/vehicle/contract";
import { lazy, Suspense } from "react";
import { useOpenedCar } from "./use-opened-car.ts";

const CarDrawer = lazy(async () => ({ default: (await import("./CarDrawer.tsx")).CarDrawer }));

/** 车辆档案 over any page whose address says `?car=` (5.2), so that it can be sent. */
export function CarOfAddress() {
  const may = useMay();
  const { vin, open, close } = useOpenedCar();
  if (!vin || !(may(getCar) || may(lookUpCar))) return null;
  return (
    <Suspense fallback={null}>
      <CarDrawer vin={vin} onOpen={open} onClose={close} />
    </Suspense>
  );
}
