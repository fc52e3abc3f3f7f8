import { schedule } from "@ops/platform/server";
import { forgetUsedCaptchas } from "./account/captcha.ts";
import { forgetStaleGuards } from "./account/login-guard.ts";
import { expireGrants } from "./grant/service.ts";
import { forgetOldUsage } from "./interface/usage.ts";
import { endExpired, turnMemberships } from "./membership/calendar.ts";
import { plannedOrgChanges } from "./organization/planned.ts";
import { sweepSessions } from "./session/end.ts";
import { sleepIdleUsers } from "./user/dormant.ts";

export const authoritySchedules = [
  schedule({
    name: "authority.dayTurn",
    at: "0 0 * * *",
    run: async (work) => {
      await work.step(turnMemberships);
      await work.step(endExpired);
    },
  }),
  schedule({
    name: "authority.grantExpiry",
    at: { everySeconds: 60 },
    run: (work) => work.step(expireGrants),
  }),
  schedule({
    name: "authority.dormantScan",
    at: "30 2 * * *",
    run: (work) => work.step(sleepIdleUsers),
  }),
  plannedOrgChanges,
  schedule({
    name: "authority.sessionSweeper",
    at: { everySeconds: 60 },
    run: (work) => work.step(sweepSessions),
  }),
  schedule({
    name: "authority.signInCleanUp",
    at: { everySeconds: 600 },
    run: async (work) => {
      await work.step(forgetUsedCaptchas);
      await work.step(forgetStaleGuards);
    },
  }),
  schedule({
    name: "authority.interfaceUsageCleanUp",
    at: "20 3 * * *",
    run: (work) => work.step(forgetOldUsage),
  }),
];
