import { actionsOf, FileList, PlainTable, partsOf, recordOf, type Tone, tableColumnsOf } from "@ops/platform/web";
import {
  arrangeHandover,
  getMovement,
  type Movement,
  type MovementDetail,
  MovementHandover,
  type MovementState,
  movementActs,
  movementKinds,
  movementStates,
} from "@ops/store/contract";

const ArrangeDialog = partsOf(() => import("./ArrangeDialog.tsx")).overlay("ArrangeDialog");

export const movementTones: Readonly<Record<MovementState, Tone>> = {
  WAITING: "active",
  APPROVED: "active",
  RUNNING: "active",
  DONE: "good",
  FAILED: "bad",
  REJECTED: "neutral",
  WITHDRAWN: "neutral",
};
const lineTones = { WAITING: "active", DONE: "good", FAILED: "bad" } as const;

/** The actions on a movement, in the list and in its drawer. */
export const movementActions = actionsOf(movementActs, {}, [
  {
    move: "arrange",
    needs: arrangeHandover,
    ask: (movement: Movement, onClose) => <ArrangeDialog movement={movement} onClose={onClose} />,
  },
]);

/** One movement with its hand-over, its approval and its log. */
export const movementRecord = recordOf({
  endpoint: getMovement,
  entity: "异动单",
  title: ({ staffName, kind }) => `${staffName} · ${movementKinds[kind]}`,
  number: ({ movementNo }) => movementNo,
  machine: movementStates,
  tones: movementTones,
  actions: movementActions,
  approvals: true,
  overview: {
    title: "异动与交接",
    fields: [
      "staffName",
      "staffNo",
      "kind",
      "fromStoreName",
      "fromPositionName",
      { show: "toStoreName", when: ({ kind }) => kind !== "LEAVE" },
      { show: "toPositionName", when: ({ kind }) => kind !== "LEAVE" },
      { show: "leaveType", when: ({ kind }) => kind === "LEAVE" },
      "effectiveDate",
      "createdByName",
      { show: "failure", when: ({ failure }) => failure !== null, full: true },
      { show: "reason", full: true },
      "defaultSuccessorName",
    ],
    content: (movement) => (
      <>
        <Handovers movement={movement} />
        <Files movement={movement} />
      </>
    ),
  },
});

/** What was handed in with it, such as the letter of resignation. */
function Files({ movement: { files } }: { readonly movement: MovementDetail }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="附件">
      <h3>附件</h3>
      <FileList files={files} />
    </section>
  );
}

/** The result of each kind of work (ST-R16). */
function Handovers({ movement: { handovers } }: { readonly movement: MovementDetail }) {
  return (
    <PlainTable
      rowKey="kind"
      rows={handovers}
      empty="没有需要交接的事项"
      columns={tableColumnsOf(MovementHandover, {
        label: true,
        countAtStart: 70,
        toName: { width: 110, as: ({ toName }) => toName ?? "其他事项接手人" },
        handed: 80,
        state: { width: 100, tones: lineTones },
        message: true,
      })}
    />
  );
}
