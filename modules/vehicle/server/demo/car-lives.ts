import { demoId, type Seeded, systemActor } from "@ops/platform/server";
import { type BlockKind, blockKinds, type StockKind } from "../../contract/index.ts";
import type { CarStory, Facts } from "./car-story.ts";

const DAY_MS = 86_400_000;

export interface Ground {
  readonly draw: Seeded;
  readonly today: Date;
  readonly stores: readonly [Store, ...Store[]];
}
interface Store {
  readonly id: string;
  readonly name: string;
}

/** How many cars of each kind the small demo has (section 11). */
export const fleet: readonly (readonly [number, (story: CarStory, ground: Ground, at: number) => void])[] = [
  [10, planned],
  [600, delivered],
  [120, travelling],
  [300, awaitingTransport],
  [43, atStore],
  [30, returned],
  [12, off],
  [24, (story, ground) => standing(story, ground, "TEST_DRIVE")],
  [30, (story, ground) => standing(story, ground, "DISPLAY")],
  [8, builtForOrder],
  [423, inPool],
];

const dayText = (instant: Date) => instant.toISOString().slice(0, 10);

function build(story: CarStory): CarStory {
  story.pass(4).tell(
    { type: "produced", source: "MES" },
    {
      buildState: "BUILT",
      plantCode: "PLANT-CZ",
      producedOn: dayText(story.now),
    },
  );
  place(story, { kind: "PLANT", id: "PLANT-CZ", name: "常州工厂" });
  return story.pass(2).tell({ type: "released", source: "MES" }, { buildState: "RELEASED", releasedAt: story.now });
}

interface Spot {
  readonly kind: Facts["placeKind"];
  readonly id: string | null;
  readonly name: string | null;
  readonly orgId?: string;
}

function place(story: CarStory, { kind, id, name, orgId }: Spot): CarStory {
  const isStock = kind === "WAREHOUSE" || kind === "STORE";
  const inStockAt = story.facts.inStockAt ?? (isStock ? story.now : null);
  const atStoreAt = story.facts.atStoreAt ?? (kind === "STORE" ? story.now : null);
  const source = kind === "PLANT" ? "MES" : "LOGISTICS";
  return story.tell(
    { type: "placed", source },
    {
      placeKind: kind,
      placeId: id,
      placeName: name,
      placeOrgId: orgId ?? null,
      placeAt: story.now,
      inStockAt,
      atStoreAt,
      expectAt: kind === "TRANSIT" ? new Date(story.now.getTime() + 3 * DAY_MS) : null,
    },
  );
}

const warehouse: Spot = { kind: "WAREHOUSE", id: "WH-CZ", name: "常州中心库" };
const road = (story: CarStory): Spot => ({ kind: "TRANSIT", id: `G${story.id.slice(0, 6)}`, name: null });
const spotOf = ({ id, name }: Store): Spot => ({ kind: "STORE", id, name, orgId: id });
const storeOf = ({ stores, draw }: Ground): Store => draw.pick(stores);

function allocate(story: CarStory, store: Store): CarStory {
  const orderNo = `SO${story.facts.vin.slice(-6)}`;
  const hold = story.hold("ORDER", orderNo, [store.id]);
  return story.pass(3).tell(
    { type: "allocated", source: "ORDER", note: orderNo },
    {
      ...hold,
      holdState: "ALLOCATED",
      marketTypeId: soldAs(story),
    },
  );
}

/**
 * Chooses the market type, mostly that of private customers. It depends on the VIN, so that it does not shift the other
 * random draws.
 */
function soldAs({ facts }: CarStory): string {
  const drawn = Number(facts.vin.slice(-4)) % 20;
  return demoId(`carMarketType:${drawn < 14 ? "RETAIL" : drawn < 18 ? "FLEET" : "STAFF"}`);
}

function planned(_story: CarStory): void {}

function bring(story: CarStory, store: Store): CarStory {
  place(story.pass(2), warehouse);
  place(story.pass(5), road(story));
  return place(story.pass(3), spotOf(store));
}

/** Every so many cars were handed over in the last four weeks, the others before. */
const LATELY_EVERY = 7;

function delivered(story: CarStory, ground: Ground, at: number): void {
  const store = storeOf(ground);
  build(story);
  if (at % LATELY_EVERY === 3) story.waitUntil(heldSince(story, 17, 27));
  if (at % 3 === 0) {
    const lock = story.hold("LOCK", `LK${story.facts.vin.slice(-6)}`, [store.id]);
    story.pass(1).tell({ type: "locked", source: "LIGHTNING" }, { ...lock, holdState: "LOCKED" });
  }
  allocate(story, store);
  bring(story, store);
  if (at % 10 === 0) {
    const departed = { placeKind: "TRANSIT", placeId: "G0", placeName: null } as const;
    story.tell({ type: "placed", source: "LOGISTICS", ignored: "已有更新的信息" }, departed);
  }
  const ownerId = demoId(`owner:${at}`);
  const owner = story.hold("OWNER", `SO${story.facts.vin.slice(-6)}`, [store.id], ownerId);
  let km = ground.draw.integer(5, 60);
  story.pass(2).tell(
    { type: "delivered", source: "ORDER" },
    {
      ...owner,
      holdState: "DELIVERED",
      ownerId,
      ownerSeq: 1,
      deliveredAt: story.now,
      placeAt: story.now,
      placeKind: "OWNER",
      placeId: null,
      placeName: null,
      placeOrgId: null,
      mileageKm: km,
      mileageAt: story.now,
    },
  );
  story.tell({ type: "activated", source: "CLOUD" }, { activatedAt: story.now });
  const plateNo = `浙A${String(at + 10_000).padStart(5, "0")}`;
  story.pass(1).tell({ type: "plate", source: "ORDER" }, { plateNo, plateAt: story.now });
  for (let reading = ground.draw.integer(20, 28); reading > 0; reading--) {
    km += ground.draw.integer(10, 120);
    if (story.isYesterday) continue; // it has not driven further yet
    story.pass(1).tell({ type: "mileage", source: "CLOUD" }, { mileageKm: km, mileageAt: story.now });
  }
}

/**
 * Cars whose orders are not handed over yet are held since these weeks, so that most promises still hold. Which day,
 * depends on the VIN, as the market type does.
 */
const heldSince = ({ facts }: CarStory, from: number, days: number) => from + (Number(facts.vin.slice(-4)) % days);

function travelling(story: CarStory, ground: Ground): void {
  const store = storeOf(ground);
  place(build(story).pass(2), warehouse);
  if (ground.draw.chance(70)) allocate(story.waitUntil(heldSince(story, 6, 20)), store);
  story.pass(200);
  place(story, road(story));
}

function awaitingTransport(story: CarStory, ground: Ground): void {
  place(build(story).pass(ground.draw.integer(1, 40)), warehouse);
  allocate(story.waitUntil(heldSince(story, 4, 22)), storeOf(ground));
}

/** So many of the cars that wait for their customers do so at 浦东, where somebody has enough to do. */
const AT_BUSY_STORE = 9;

function atStore(story: CarStory, ground: Ground, at: number): void {
  const drawn = storeOf(ground);
  const busy = ground.stores.find(({ name }) => name.includes("浦东"));
  const store = at < AT_BUSY_STORE && busy ? busy : drawn;
  allocate(build(story).waitUntil(heldSince(story, 17, 10)), store);
  bring(story, store);
}

function returned(story: CarStory, ground: Ground): void {
  const store = storeOf(ground);
  allocate(build(story), store);
  bring(story, store);
  const ended = story.release("退订");
  story.pass(4).tell(
    { type: "unallocated", source: "ORDER", note: "退订" },
    {
      ...ended,
      holdState: "RETURNED",
      stockKind: "CANCELLED",
      inStockAt: null,
    },
  );
}

function off(story: CarStory): void {
  place(build(story).pass(9), warehouse);
  story.pass(9).tell({ type: "off", source: "CONSOLE", note: "报废：碰撞试验" }, { holdState: "OFF" });
}

function standing(story: CarStory, ground: Ground, stockKind: StockKind): void {
  bring(build(story), storeOf(ground));
  const typeCode = stockKind === "TEST_DRIVE" ? "TESTDRIVE" : "SHOWCAR";
  const marketTypeId = demoId(`carMarketType:${typeCode}`);
  story.tell({ type: "stockKindSet", source: "CONSOLE" }, { stockKind, marketTypeId });
}

function builtForOrder(story: CarStory, _ground: Ground, at: number): void {
  const changes = { buildOrderNo: `SO-U${at + 1}`, stockKind: "ORDER", buildState: "BUILT" } as const;
  story
    .pass(200)
    .tell({ type: "produced", source: "MES" }, { ...changes, plantCode: "PLANT-CZ", producedOn: dayText(story.now) });
  place(story, { kind: "PLANT", id: "PLANT-CZ", name: "常州工厂" });
}

const kinds: readonly string[] = Object.keys(blockKinds);
const isKind = (kind: string | undefined): kind is BlockKind => kind !== undefined && kind in blockKinds;

/** Makes cars that can be sold at once. A tenth of them is locked, 40 are blocked and 25 have a scratch. */
function inPool(story: CarStory, ground: Ground, at: number): void {
  build(story);
  if (at % 4 === 0) bring(story, storeOf(ground));
  else place(story.pass(ground.draw.integer(1, 30)), warehouse);
  const kind = kinds[at % kinds.length];
  if (at < 40 && isKind(kind)) {
    const reason = `${blockKinds[kind]}核查`;
    const block = { id: demoId(`block:${at}`), carId: story.id, kind, reason, fromAt: story.now };
    story.blocks.push({ ...block, by: systemActor.userId });
    story.tell({ type: "blocked", source: "CONSOLE", note: reason }, { openBlocks: 1 });
  } else if (at < 65) {
    const level = at % 5 === 0 ? "MEDIUM" : "MINOR";
    const note = { carId: story.id, sourceNo: `DM${at}`, level, text: "左前门划痕", state: "OPEN", notedAt: story.now };
    story.conditions.push({ id: demoId(`condition:${at}`), ...note, fileIds: [] });
    story.tell({ type: "conditionNoted", source: "LOGISTICS", note: "左前门划痕" }, { worstDamage: level });
  } else if (at % 10 === 0) {
    const lock = story.hold("LOCK", `LK${story.facts.vin.slice(-6)}`, [storeOf(ground).id]);
    story.tell({ type: "locked", source: "LIGHTNING" }, { ...lock, holdState: "LOCKED" });
  }
}
