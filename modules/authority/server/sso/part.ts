import type { Tx } from "@ops/platform/server";
import type { AuthorityContext } from "../settings.ts";
import { backchannelJob } from "./backchannel.ts";
import { ssoCleanUp } from "./clean-up.ts";
import { registerConsole } from "./clients.ts";
import { isSmsAvailable, type SsoContext, type SsoSettings } from "./settings.ts";
import { smsCodeJob } from "./sms-sender.ts";

/** The unified sign-on as a part of the authority module: its jobs, its schedules and its preparation at the start. */
export function ssoPart(authority: AuthorityContext, settings: SsoSettings) {
  const context: SsoContext = { authority, settings };
  return {
    context,
    jobs: [smsCodeJob(context), backchannelJob],
    schedules: [ssoCleanUp],
    onStart: async (tx: Tx) => {
      await registerConsole(tx, settings);
      if (!isSmsAvailable(settings)) tx.log.warn("no SMS gateway is set (SMS_GATEWAY_URL): SMS sign-in is not offered");
    },
  };
}
