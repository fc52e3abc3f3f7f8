import { useState } from "react";
import { useSession } from "../session/use-session.ts";
import { partsOf } from "../shell/page/lazy-parts.tsx";
import { useAnnouncements } from "./use-announcements.ts";

const MustReadDialog = partsOf(() => import("./MustReadDialog.tsx")).overlay("default");

/** Announcements that block the workspace until they are read, one after the other, oldest first (PF-R100). */
export function MustRead() {
  const { user } = useSession();
  const { data } = useAnnouncements();
  const [passed, setPassed] = useState<readonly string[]>([]);
  const waiting = data?.filter(({ id, mustRead, isRead }) => mustRead && !isRead && !passed.includes(id)) ?? [];
  const next = waiting.toSorted((a, b) => a.publishAt.localeCompare(b.publishAt))[0];
  if (!next || user?.viewAs) return null; // a person who views the product as another one does not read for that person
  return (
    <MustReadDialog
      key={next.id}
      announcement={next}
      left={waiting.length - 1}
      onPass={() => setPassed((ids) => [...ids, next.id])}
    />
  );
}
