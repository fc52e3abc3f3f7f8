import type { Launch } from "@ops/authority/contract";
import type { Envelope } from "@ops/platform/contract";
import { useState } from "react";

export interface Blocked extends Launch {
  readonly name: string;
}

/**
 * Opens a system in a new tab. The tab is opened before the address is requested, because browsers allow this only
 * during the click. If the tab does not open, the address is shown as a link.
 */
export function useLaunch() {
  const [blocked, setBlocked] = useState<Blocked | null>(null);

  async function launch(name: string, ask: () => Promise<Envelope<Launch>>): Promise<void> {
    const tab = window.open("about:blank", "_blank");
    try {
      const answer = await ask();
      if (!answer.success) return tab?.close();
      if (!tab) return setBlocked({ name, ...answer.data });
      tab.opener = null;
      tab.location.replace(answer.data.url);
    } catch (thrown) {
      tab?.close();
      throw thrown;
    }
  }

  return { launch, blocked, forget: () => setBlocked(null) };
}
