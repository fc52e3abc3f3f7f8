import { callsOf } from "@ops/platform/contract";
import { catalogueCodes } from "../switch.ts";
import { CarColor, CarOption, ColorShape, OptionShape } from "./shape.ts";

const option = callsOf(OptionShape, { path: "/vehicle/v1/options", answer: CarOption, ...catalogueCodes });
const ofOption = OptionShape.pick("optionName", "optionGroup", "contains");
export const listOptions = option.all();
export const createOption = option.create({ ...OptionShape.pick("optionCode"), ...ofOption });
export const editOption = option.edit({ ...ofOption, ...OptionShape.pick("status") });

const color = callsOf(ColorShape, { path: "/vehicle/v1/colors", answer: CarColor, ...catalogueCodes });
const ofColor = ColorShape.pick("colorName", "hex");
export const listColors = color.all();
export const createColor = color.create({ ...ColorShape.pick("colorCode", "side"), ...ofColor });
export const editColor = color.edit({ ...ofColor, ...ColorShape.pick("status") });
