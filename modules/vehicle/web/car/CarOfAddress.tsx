import { useMay, useOpened } from "@ops/platform/web";
import { getCar, lookUpCar } from "@ops/vehicle/contract";
import { CarDrawer } from "./CarDrawer.tsx";

/** Opens 车辆档案 over any page whose address has `?car=` (5.2), so that people can send a link to a car. */
export default function CarOfAddress() {
  const may = useMay();
  const { drawer, open } = useOpened("car");
  if (!drawer || !(may(getCar) || may(lookUpCar))) return null;
  return <CarDrawer {...drawer} onOpen={open} />;
}
