import { type DetailAction, formAction, goTo, namedActionsOf } from "@ops/platform/web";
import {
  editProject,
  type Project,
  ProjectFormPage,
  ProjectProgressPage,
  projectActs,
  projectStates,
  rebaselineProject,
  saveProjectNodes,
} from "@ops/store/contract";

const acts = namedActionsOf(projectActs, { resume: { start: () => ({ isShifting: true }) } });

/** The actions on a project, in the list and in its drawer. */
export const projectActions: readonly DetailAction<Project>[] = [
  acts.start,
  {
    label: "进度编辑",
    needs: saveProjectNodes,
    when: ({ state }) => projectStates.can(state, "plan"),
    run: ({ id }) => goTo(ProjectProgressPage.addressOf({ mode: "edit", id })),
  },
  {
    label: "编辑",
    needs: editProject,
    when: ({ state }) => projectStates.can(state, "edit"),
    run: ({ id }) => goTo(ProjectFormPage.addressOf({ mode: "edit", id })),
  },
  acts.resume,
  acts.pause,
  formAction({
    label: "调整基线",
    needs: rebaselineProject,
    when: ({ state, rebaselineOpenDate }: Project) =>
      projectStates.can(state, "rebaseline") && rebaselineOpenDate === null,
    number: ({ name }) => name,
    start: ({ planOpenDate }) => ({ planOpenDate }),
    okText: "提交审批",
    done: "已提交审批！",
  }),
  acts.terminate,
];
