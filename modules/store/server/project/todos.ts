import { dayOf } from "@ops/platform/contract";
import { countRecords, is, type TodoSource } from "@ops/platform/server";
import { sql } from "kysely";
import { editProject, nodeFrame, PROJECT_PAGE } from "../../contract/index.ts";
import { nodes, projects } from "./tables.ts";

/** The todos about projects in 我的待办. */
export const projectTodos: readonly TodoSource[] = [
  {
    key: "store.nodeOverdue",
    title: "逾期节点",
    permission: nodeFrame.edit,
    route: PROJECT_PAGE,
    tables: [nodes.name, projects.name],
    count: (tx) =>
      countRecords(
        tx,
        nodes,
        sql<boolean>`(project_node.state in ('NOT_STARTED', 'DOING', 'SUBMITTED')
          and project_node.plan_end < ${dayOf(tx.now)}::date
          and project_node.project_id in (select id from store_project where state = 'RUNNING'))`,
      ),
  },
  {
    key: "store.projectUnmanaged",
    title: "无项目经理",
    permission: editProject.permission,
    route: PROJECT_PAGE,
    tables: [projects.name],
    count: (tx) => countRecords(tx, projects, is("state", "DRAFT"), sql<boolean>`manager_user_id is null`),
  },
];
