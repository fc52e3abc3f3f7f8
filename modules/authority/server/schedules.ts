import { schedule } from "@ops/platform/server";
import { forgetUsedCaptchas } from "./account/captcha.ts";
import { forgetStaleGuards } from "./account/login-guard.ts";
import { apiClientSweep } from "./api-client/sweep.ts";
import { expireGrants } from "./grant/give.ts";
import { forgetOldBodies } from "./interface/body-log.ts";
import { forgetOldUsage } from "./interface/usage.ts";
import { endExpired, turnMemberships } from "./membership/calendar.ts";
import { remindOfDormancy, remindOfGrants, remindOfPasswords, remindOfValidity } from "./notice/reminders.ts";
import { resumeOffboardings } from "./offboarding/job.ts";
import { plannedOrgChanges } from "./org-change/planned.ts";
import { sweepSessions } from "./session/end.ts";
import { forgetOldTickets } from "./third-system/forget-tickets.ts";
import { sleepIdleUsers } from "./user/dormant.ts";
import { endViews } from "./view-as/end-views.ts";

export const authoritySchedules = [
  schedule({
    name: "authority.dayTurn",
    title: "任职生效与到期",
    at: "0 0 * * *",
    run: async (work) => {
      await work.step(turnMemberships);
      await work.step(endExpired);
    },
  }),
  schedule({
    name: "authority.grantExpiry",
    title: "角色授予到期",
    at: { everySeconds: 60 },
    run: (work) => work.step(expireGrants),
  }),
  schedule({
    name: "authority.viewAsEnd",
    title: "结束到期的视角查看",
    at: { everySeconds: 60 },
    run: (work) => work.step(endViews),
  }),
  schedule({
    name: "authority.dormantScan",
    title: "长期未登录账号休眠",
    at: "30 2 * * *",
    run: async (work) => {
      await work.step(sleepIdleUsers);
      await work.step(remindOfDormancy);
    },
  }),
  schedule({
    name: "authority.reminders",
    title: "到期提醒",
    at: "0 9 * * *",
    run: async (work) => {
      for (const remind of [remindOfValidity, remindOfGrants, remindOfPasswords]) await work.step(remind);
    },
  }),
  plannedOrgChanges,
  apiClientSweep,
  resumeOffboardings,
  schedule({
    name: "authority.thirdTicketCleanUp",
    title: "清理第三方登录凭证",
    at: { everySeconds: 3_600 },
    run: (work) => work.step(forgetOldTickets),
  }),
  schedule({
    name: "authority.sessionSweeper",
    title: "结束超时会话",
    at: { everySeconds: 60 },
    run: (work) => work.step(sweepSessions),
  }),
  schedule({
    name: "authority.signInCleanUp",
    title: "清理登录验证数据",
    at: { everySeconds: 600 },
    run: async (work) => {
      await work.step(forgetUsedCaptchas);
      await work.step(forgetStaleGuards);
    },
  }),
  schedule({
    name: "authority.interfaceUsageCleanUp",
    title: "清理接口调用统计",
    at: "20 3 * * *",
    run: async (work) => {
      await work.step(forgetOldUsage);
      await work.step(forgetOldBodies);
    },
  }),
];
