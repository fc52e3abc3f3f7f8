import { lateParties, type OrderStatus, type PlannedStage } from "@ops/order/contract";
import type { Stage } from "@ops/platform/web";

/** The stages of an order that goes its way, by the words of the rail. */
const rail = {
  UNPAID: "下单",
  SMALL: "小定",
  BIG: "大定",
  LOCKED: "锁单",
  SCHEDULED: "排产",
  PRODUCED: "下线",
  IN_TRANSIT: "发运",
  ARRIVED: "到店",
  READY: "待交付",
  DELIVERED: "交付",
} as const;
type RailState = keyof typeof rail;
const railStates = Object.keys(rail) as RailState[]; // the keys of the table above

/** A stage that was entered, as the history tells it. */
interface Entered {
  readonly from: OrderStatus | null;
  readonly to: OrderStatus;
  readonly at: string;
}

/**
 * Puts the history of an order on the rail, with the days of its plan. Of a stage that was entered several times the last
 * one counts.
 */
export function railStages(
  state: OrderStatus,
  history: readonly Entered[],
  plan: readonly PlannedStage[] = [],
): Stage[] {
  const reached = placeOf(state, history);
  const isOver = state === "CANCELLED" || state === "CLOSED";
  return railStates.map((one, at) => {
    const day = history.findLast(({ to }) => to === one)?.at.slice(5, 10);
    const note = at <= reached && day ? { note: day } : {};
    const status = statusOf(at - reached, { isOver, isLast: one === "DELIVERED" });
    const planned = plan.find(({ stage }) => stage === one);
    return { title: rail[one], status, ...note, ...(planned && !isOver ? planNotes(planned) : {}) };
  });
}

/**
 * The planned day, and how much later the stage is. What has not begun is late once its day has passed. The plan is the
 * house's own: whose a delay is matters where it broke the promise to the customer, and anywhere else it is a quiet note.
 */
function planNotes({ plannedOn, lateDays, isPastPromise, party }: PlannedStage): Pick<Stage, "plan" | "slow" | "late"> {
  if (plannedOn === null) return {};
  const plan = `计划${plannedOn.slice(5)}`;
  if (lateDays === null) return { plan };
  const late = `晚${lateDays}天`;
  return isPastPromise ? { plan, late: `${lateParties[party]}${late}` } : { plan, slow: late };
}

/** Where the order stands, or stood before it left its way. */
function placeOf(state: OrderStatus, history: readonly Entered[]): number {
  const passed = history.toReversed().flatMap(({ from, to }) => [to, from]);
  const isOnRail = (one: OrderStatus | null): one is RailState => one !== null && one in rail;
  return railStates.indexOf([state, ...passed].find(isOnRail) ?? "UNPAID");
}

function statusOf(distance: number, { isOver, isLast }: { isOver: boolean; isLast: boolean }): Stage["status"] {
  if (distance > 0) return "ahead";
  if (distance < 0) return "done";
  if (isOver) return "failed";
  return isLast ? "done" : "current";
}
