import { hole, message } from "@ops/platform/contract";

const holes = { series: hole.text(12, "车系"), time: hole.time(), store: hole.text(18, "门店") };

/** On the day before the hand-over. */
export const visitTomorrow = message({
  code: "ORDER_VISIT_TOMORROW",
  name: "交付预约提醒（前一天）",
  text: "您预约的{series}交付时间为{time}，地点{store}，请携带身份证原件到店。",
  holes,
});

/** Two hours before it. */
export const visitSoon = message({
  code: "ORDER_VISIT_SOON",
  name: "交付预约提醒（2小时前）",
  text: "您预约的{series}将于{time}在{store}交付，期待您的到来。",
  holes,
});

export const slotMessages = [visitTomorrow, visitSoon];
