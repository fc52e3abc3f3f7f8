import { useDialog, useMay } from "@ops/platform/web";
import {
  type CarDetail,
  holdStates,
  inspectCar,
  moveCar,
  recordCarMileage,
  recordCarPlate,
  restoreCar,
  takeBackCar,
  takeCarOff,
} from "@ops/vehicle/contract";
import { Button, Tooltip } from "antd";
import {
  InspectDialog,
  MileageDialog,
  MoveDialog,
  OffDialog,
  PlateDialog,
  RestoreDialog,
  TakeBackDialog,
} from "./car-dialogs.tsx";

type Act = (typeof acts)[number];

const acts = [
  { label: "复检", needs: inspectCar, why: whyNot("inspectPass"), dialog: InspectDialog },
  {
    label: "改位置",
    needs: moveCar,
    why: ({ placeKind }: CarDetail) =>
      placeKind === "TRANSIT" ? "车辆运输中，位置由物流更新" : placeKind === "OWNER" ? "车辆已交付" : null,
    dialog: MoveDialog,
  },
  { label: "登记里程", needs: recordCarMileage, why: () => null, dialog: MileageDialog },
  { label: "登记车牌", needs: recordCarPlate, why: () => null, dialog: PlateDialog },
  { label: "退车回购", needs: takeBackCar, why: whyNot("takeBack"), dialog: TakeBackDialog },
  { label: "注销", needs: takeCarOff, why: whyNot("off"), dialog: OffDialog },
  { label: "恢复", needs: restoreCar, why: whyNot("restore"), dialog: RestoreDialog },
] as const;

function whyNot(move: keyof typeof holdStates.moves) {
  return ({ holdState }: CarDetail): string | null =>
    holdStates.can(holdState, move) ? null : `车辆当前状态为【${holdStates.label(holdState)}】`;
}

/** What can be done with the car now; what cannot says why. */
export function CarActions({ car }: { readonly car: CarDetail }) {
  const may = useMay();
  const asked = useDialog<Act>();
  const Dialog = asked.value?.dialog;
  return (
    <div className="car-actions">
      {acts
        .filter(({ needs }) => may(needs))
        .map((act) => {
          const reason = act.why(car);
          return (
            <Tooltip key={act.label} title={reason}>
              <Button size="small" disabled={reason !== null} onClick={() => asked.open(act)}>
                {act.label}
              </Button>
            </Tooltip>
          );
        })}
      {Dialog && <Dialog car={car} onClose={asked.close} />}
    </div>
  );
}
