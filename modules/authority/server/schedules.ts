import { schedule } from "@ops/platform/server";
import { forgetUsedCaptchas } from "./account/captcha.ts";
import { forgetStaleGuards } from "./account/login-guard.ts";
import { sweepSessions } from "./session/end.ts";

export const authoritySchedules = [
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
];
