import { findOrganizations } from "@ops/authority/server";
import { checkDigitOf, modelYearOf } from "@ops/platform/contract";
import { demoId, insertMany, makeMonths, seeded, systemActor, type Tx } from "@ops/platform/server";
import { blankCar } from "../car-record/blank-car.ts";
import { configKey } from "../quote/calculate.ts";
import { colors, type DemoConfig } from "./brand.ts";
import { fleet, type Ground } from "./car-lives.ts";
import { CarStory, type Facts } from "./car-story.ts";
import { demoIntakes } from "./intakes.ts";

const DAY_MS = 86_400_000;

/** Loads 1,600 cars with their whole history, by a few statements. */
export async function loadDemoCars(tx: Tx, configs: readonly DemoConfig[], today: Date): Promise<void> {
  const organizations = await findOrganizations(tx, "STORE");
  const [first = { id: demoId("store"), name: "体验中心" }, ...rest] = organizations;
  const ground: Ground = { draw: seeded("cars"), today, stores: [first, ...rest] };
  const sold = configs.filter(({ status }) => status !== "DRAFT");
  const stories: CarStory[] = [];
  for (const [count, live] of fleet) {
    for (let at = 0; at < count; at++) {
      const story = newCar(ground, sold, stories.length);
      live(story, ground, at);
      stories.push(story);
    }
  }
  await makeMonths(tx, "carEvent", new Date(today.getTime() - 200 * DAY_MS));
  const told = {
    car: stories.map((story) => story.row()),
    carHold: stories.flatMap(({ holds }) => holds),
    carEvent: stories.flatMap(({ events }) => events),
    carBlock: stories.flatMap(({ blocks }) => blocks),
    carCondition: stories.flatMap(({ conditions }) => conditions),
    carIntake: demoIntakes(today),
  };
  for (const [table, rows] of Object.entries(told)) await insertMany(tx, table, rows);
}

const YEAR_LETTERS = [..."RSTVWXY"];

function vinOf(year: number, serial: number, isOdd: boolean): string {
  const letter = YEAR_LETTERS.find((one) => modelYearOf(`000000000${one}`) === year) ?? "S";
  const draft = `L0Z7E4A20${letter}A${String(serial + 1).padStart(6, "0")}`;
  const check = checkDigitOf(draft);
  const wrong = check === "1" ? "2" : "1";
  return `${draft.slice(0, 8)}${isOdd ? wrong : check}${draft.slice(9)}`;
}

const outside = colors.filter(([, , side]) => side === "EXT").map(([code]) => code);
const inside = colors.filter(([, , side]) => side === "INT").map(([code]) => code);

function newCar({ draw, today }: Ground, configs: readonly DemoConfig[], serial: number): CarStory {
  const config = configs[draw.integer(0, configs.length - 1)];
  if (!config) throw new Error("the demo has no configuration to build");
  const isOdd = serial >= 1_597;
  const vin = vinOf(config.year, serial, isOdd);
  const extColor = outside[draw.integer(0, outside.length - 1)] ?? "EX-W01";
  const intColor = inside[draw.integer(0, inside.length - 1)] ?? "IN-B02";
  const optionCodes = draw.chance(45) ? ["OP-ADS"] : [];
  const seriesCode = config.model.slice(0, 2);
  const spec = { configCode: config.code, seriesCode, disabled: null, onSaleFrom: today, onSaleTo: null };
  const key = configKey({ ...spec, items: new Map(), prices: [] }, { optionCodes, extColor, intColor });
  const facts: Facts = {
    ...blankCar(),
    vin,
    carConfigId: demoId(`carConfig:${config.code}`),
    optionCodes,
    extColor,
    intColor,
    configKey: key,
    flags: isOdd ? ["CHECK_ODD"] : [],
  };
  return new CarStory(vin, { facts, today, daysAgo: draw.integer(60, 180), by: systemActor.userId });
}
