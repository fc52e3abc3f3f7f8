import { type DetailAction, offered } from "../list/action/actions.ts";
import { dealActions } from "../list/action/deal-actions.ts";
import { MoreActions } from "../list/action/MoreActions.tsx";
import { RefusableButton } from "../list/action/RefusableButton.tsx";
import { useAsking } from "../list/action/use-asking.tsx";
import { useRunner } from "../list/action/use-runner.ts";
import { useMay } from "../session/use-session.ts";
import "./detail.css";

/** So many actions are buttons; the others are under 更多. */
const SHOWN = 3;

interface Props<R> {
  readonly actions: readonly DetailAction<R>[];
  readonly record: R;
  /** At the right of a page the most usual one is the last; in a drawer it is the first. */
  readonly isPage?: boolean;
}

/** The actions that are possible now. All are disabled while one is running. */
export function RecordActions<R>({ actions, record, isPage = false }: Props<R>) {
  const may = useMay();
  const { running, start } = useRunner(record);
  const asking = useAsking<R, { readonly primary?: boolean }>(actions);
  const allowed = asking.actions
    .filter((action) => offered([action], record, may).length > 0)
    .map((action) => ({ ...action, reason: action.refuse?.(record) ?? null }));
  const { shown, more } = dealActions(allowed, SHOWN);
  const size = isPage ? "medium" : "small";
  const buttons = shown.map((action) => (
    <RefusableButton
      key={action.label}
      reason={action.reason}
      size={size}
      type={action.primary ? "primary" : "default"}
      danger={action.danger ?? false}
      loading={running === action.label}
      disabled={running !== null && running !== action.label}
      onClick={() => start(action)}
    >
      {action.label}
    </RefusableButton>
  ));
  const others = <MoreActions key="more" actions={more} look={{ size, disabled: running !== null }} onChoose={start} />;
  return (
    <>
      {allowed.length > 0 && (
        <div className={isPage ? "detail-actions" : "drawer-actions"}>
          {isPage ? [others, ...buttons.toReversed()] : [...buttons, others]}
        </div>
      )}
      {asking.dialog}
    </>
  );
}
