import { choiceParam } from "@ops/platform/server";

const group = "车辆";

export const priceTwoPersons = choiceParam("vehicle.price.twoPersons", "on", {
  group,
  description: "价格是否须由提交人以外的人发布",
  choices: ["on", "off"],
});

export const vehicleParams = [priceTwoPersons];
