import { getOrder, getOrderMoney, type OrderDetail } from "@ops/order/contract";
import { confirmDiscard, FreshDialog, useClosing, useFresh, useUnsaved } from "@ops/platform/web";
import { Alert, Button, Checkbox, Drawer, Steps } from "antd";
import { type FormEvent, useEffect, useId, useRef, useState } from "react";
import { ChoiceInput } from "../ChoiceInput.tsx";
import { draftLines } from "../draft-lines.ts";
import { LinesInput } from "../LinesInput.tsx";
import { CustomerStep } from "./CustomerStep.tsx";
import { DraftConflict } from "./DraftConflict.tsx";
import type { Edited } from "./order-draft.ts";
import { RestStep } from "./RestStep.tsx";
import { type Step, useOrderDraft } from "./use-order-draft.ts";
import "../choice.css";

const titles: Readonly<Record<Step, string>> = { customer: "客户", choice: "配置", price: "价格", rest: "确认" };

interface Props {
  /** What is edited; a new order without it. */
  readonly edited: Edited | null;
  /** The step to begin with; the first one without it. */
  readonly startsAt?: Step | undefined;
  readonly onDone?: (order: OrderDetail) => void;
  readonly onClose: () => void;
}

/** 新建订单: 客户 → 配置 → 价格 → 确认; 编辑 before the lock begins with 配置. */
function OrderWizard({ edited, startsAt, onDone, onClose }: Props) {
  const steps: readonly Step[] = edited ? ["choice", "price", "rest"] : ["customer", "choice", "price", "rest"];
  const wizard = useOrderDraft(edited);
  const [at, setAt] = useState(startsAt ? steps.indexOf(startsAt) : 0);
  const { close, drawer } = useClosing(onClose);
  useUnsaved(wizard.isTyped);
  const id = useId();
  const typing = useStepFocus(at);
  const step = steps[at] ?? "rest";
  const isLast = at === steps.length - 1;
  const leave = async () => {
    if (!wizard.pending && (!wizard.isTyped || (await confirmDiscard()))) close();
  };
  const next = async () => {
    if (wizard.pending || !wizard.check(step)) return;
    if (!isLast) return setAt(at + 1);
    const order = await wizard.send((wrong) => setAt(steps.indexOf(wrong)));
    if (!order) return;
    close();
    onDone?.(order);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void next();
  };
  return (
    <Drawer
      title={edited ? `编辑订单 · ${edited.order.orderNo}` : "新建订单"}
      size={760}
      {...drawer}
      onClose={leave}
      footer={
        <div className="form-footer">
          <Button onClick={leave}>取消</Button>
          {at > 0 && <Button onClick={() => setAt(at - 1)}>上一步</Button>}
          <Button
            type="primary"
            htmlType="submit"
            form={id}
            loading={wizard.pending}
            disabled={isLast && wizard.offline}
          >
            {isLast ? (edited ? "保存" : "提交订单") : "下一步"}
          </Button>
        </div>
      }
    >
      <Steps
        className="draft-steps"
        size="small"
        current={at}
        items={steps.map((one) => ({ title: one === "rest" && edited ? "交付" : titles[one] }))}
      />
      <form id={id} ref={typing} noValidate onSubmit={submit}>
        <StepBody wizard={wizard} step={step} isNew={edited === null} />
      </form>
      {wizard.conflict && (
        <DraftConflict
          {...wizard.conflict}
          base={wizard.first}
          mine={wizard.draft}
          onLatest={() => wizard.resolve(false)}
          onMine={() => wizard.resolve(true)}
        />
      )}
    </Drawer>
  );
}

/** Keeps the keyboard in the form: Enter moves on, and the first control of the new step is the next to type into. */
function useStepFocus(at: number) {
  const typing = useRef<HTMLFormElement>(null);
  const before = useRef(at);
  useEffect(() => {
    if (before.current === at) return;
    before.current = at;
    typing.current?.querySelector<HTMLElement>("input:not(:disabled), button:not(:disabled)")?.focus();
  }, [at]);
  return typing;
}

interface BodyProps {
  readonly wizard: ReturnType<typeof useOrderDraft>;
  readonly step: Step;
  readonly isNew: boolean;
}

function StepBody({ wizard, step, isNew }: BodyProps) {
  const { draft, change, faults, quote } = wizard;
  if (step === "customer")
    return <CustomerStep draft={draft} faults={faults} onChange={change} onBegin={wizard.begin} />;
  if (step === "choice") {
    return (
      <>
        {faults["choice"] && <Alert className="form-alert" type="error" showIcon title={faults["choice"]} />}
        <ChoiceInput known={wizard.known} value={draft.choice} onChange={(choice) => change({ choice })} />
        {draft.choice.carConfigId === null && (
          <Checkbox checked={draft.isLater} onChange={({ target }) => change({ isLater: target.checked })}>
            客户暂未确定配置，先付小定
          </Checkbox>
        )}
      </>
    );
  }
  if (step === "price") {
    if (!quote) return <Alert type="info" showIcon title="选择配置后才有价格；小定按车系规则收取" />;
    return (
      <>
        {faults["lines"] && <Alert className="form-alert" type="error" showIcon title={faults["lines"]} />}
        <LinesInput
          seriesId={draft.choice.seriesId}
          car={quote.lines.map(({ kind, itemCode, itemName, amountFen }) => {
            return { id: `${kind}:${itemCode}`, name: itemName, amountFen };
          })}
          value={draft.lines}
          onChange={(lines) => change({ lines })}
        />
      </>
    );
  }
  return (
    <RestStep
      draft={draft}
      quote={quote}
      isNew={isNew}
      asked={wizard.asked}
      fault={faults["duplicateReason"]}
      onChange={change}
    />
  );
}

export function NewOrderDialog({ onDone, onClose }: Pick<Props, "onDone" | "onClose">) {
  return <OrderWizard edited={null} onClose={onClose} {...(onDone ? { onDone } : {})} />;
}

interface EditProps extends Pick<Props, "startsAt" | "onClose"> {
  readonly id: string;
}

/** 编辑 before the lock: the stored choice and lines are loaded first. */
export function EditOrderDialog({ id, startsAt, onClose }: EditProps) {
  const params = { id };
  const order = useFresh(getOrder, { params });
  const money = useFresh(getOrderMoney, { params });
  if (!order.data || !money.data)
    return <FreshDialog of={[order, money]} title="编辑订单" width={760} onClose={onClose} />;
  const edited = { order: order.data, lines: draftLines(money.data.lines) };
  return <OrderWizard edited={edited} startsAt={startsAt} onClose={onClose} />;
}
