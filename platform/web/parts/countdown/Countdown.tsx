import { readCountdown } from "./countdown.ts";
import { useServerSecond } from "./ticker.ts";
import "./countdown.css";

interface Props {
  /** What ends, for screen readers, such as 首次跟进. */
  readonly label: string;
  readonly from: Date;
  readonly until: Date;
}

const spoken = { calm: "剩余", half: "已过半，剩余", over: "" } as const;

/** The time that is left by the server's clock: amber from its half on, red once it is over (PF-R130). */
export function Countdown({ label, from, until }: Props) {
  const { stage, text } = readCountdown(from, until, useServerSecond());
  return (
    <span className="countdown" role="timer" data-stage={stage} aria-label={`${label}${spoken[stage]}${text}`}>
      {text}
    </span>
  );
}
