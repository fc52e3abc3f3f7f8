import { largeId } from "@ops/platform/server";
import { BY, type LargeStores, NOW, oneOf, PEOPLE, past, stamp, stamped, TODAY } from "./sql.ts";

/** Two in five run, each at another point of its plan. */
const STATES = ["DONE", "RUNNING", "DONE", "RUNNING", "DONE", "TERMINATED", "RUNNING", "DONE", "PAUSED", "RUNNING"];
const drawn = ({ projects }: LargeStores) => `(select n, state,
    ${TODAY} + case when state = 'DONE' then -20 - n % 700 else n * 37 % 110 end as open_on
  from (select n, ${oneOf(STATES, "n")} as state from generate_series(0, ${projects} - 1) n) numbered)`;

const register = (size: LargeStores) => `insert into store_project (${stamp}, project_no, name, kind, store_id, org_id,
    store_type, operate_mode, city_code, template_id, manager_user_id, plan_start, plan_open_date, baseline_ver,
    baseline_open_date, forecast_open_date, actual_open_date, stage, progress, planned_progress, risk, state, paused_on)
  select ${stamped("40040", "p.n", past("p.n"))}, 'XM' || 500000 + p.n, s.short_name || '项目' || p.n,
    ${oneOf(["REBUILD", "MOVE"], "p.n")}, s.id, s.id, s.store_type, s.operate_mode, s.city_code, t.id, m.id,
    p.open_on - 120, p.open_on, 1, p.open_on, p.open_on + p.n % 20, case when p.state = 'DONE' then p.open_on end,
    case when p.state = 'DONE' then 'OPENING' else 'BUILD' end, case when p.state = 'DONE' then 100 else p.n % 100 end, 50,
    ${oneOf(["NORMAL", "WARN", "LATE", "SEVERE"], "p.n")}, p.state, case when p.state = 'PAUSED' then ${TODAY} - 5 end
  from ${drawn(size)} p
  join (select *, row_number() over (order by id) - 1 as n, count(*) over () as total from store where store_code is not null) s
    on s.n = p.n % s.total
  join ${PEOPLE} m on m.n = p.n % 50,
    (select id from project_template where kind = 'NEW' order by ver desc limit 1) t`;

/** The nodes of the template: those whose time has come are done or worked at. */
const planned = `(select *, case when project_state = 'DONE' or plan_end < ${TODAY} then 'DONE'
      when project_state = 'TERMINATED' then 'CANCELLED' when plan_end - days < ${TODAY} then 'DOING'
      else 'NOT_STARTED' end as state
  from (select p.id as project_id, p.state as project_state, p.manager_user_id, node, at as sort,
      p.plan_open_date - (node ->> 'offsetEnd')::int as plan_end, (node ->> 'durationDays')::int as days
    from store_project p join project_template t on t.id = p.template_id,
      jsonb_array_elements(t.nodes) with ordinality as e (node, at)
    where p.project_no like 'XM5%') dated)`;

const NODES = `insert into project_node (${stamp}, project_id, code, sort, stage, name, is_milestone, owner_user_id, plan_start,
    plan_end, duration_days, baseline_start, baseline_end, forecast_end, actual_start, actual_end, progress, weight,
    predecessor_codes, evidence_min, standard_text, state)
  select ${stamped("40041", "row_number() over (order by project_id, sort)", NOW)}, project_id, node ->> 'code', sort,
    node ->> 'stage', node ->> 'name', (node ->> 'isMilestone')::boolean, manager_user_id, plan_end - days + 1, plan_end,
    days, plan_end - days + 1, plan_end, plan_end, case when state in ('DONE', 'DOING') then plan_end - days + 1 end,
    case when state = 'DONE' then plan_end end, case state when 'DONE' then 100 when 'DOING' then 30 else 0 end,
    (node ->> 'weight')::int, array(select jsonb_array_elements_text(node -> 'predecessorCodes')),
    (node ->> 'evidenceMin')::int, node ->> 'standardText', state
  from ${planned} planned`;

const BASELINES = `insert into project_baseline (project_id, ver, open_date, nodes, set_at, set_by)
  select id, 1, plan_open_date, '[]', created_at, ${BY} from store_project where project_no like 'XM5%'`;

const VERIFICATIONS = `insert into project_verification (${stamp}, project_id, kind, round_no, total_score, verifier_ids, state,
    submitted_at, submitted_by)
  select ${stamped("40044", "row_number() over (order by p.id, sheet.kind)", "p.updated_at")}, p.id, sheet.kind, 1, 90,
    array[p.manager_user_id], ${oneOf(["PASSED", "PASSED", "FAILED"], "right(p.project_no, 6)::int")}, p.updated_at,
    p.manager_user_id
  from store_project p, unnest(array['BUILD', 'IMAGE', 'OPENING']) as sheet (kind)
  where p.state = 'DONE' and p.project_no like 'XM5%'`;

/** Pictures of the nodes that work was done at, in turn. */
const picture = "sha256(('picture' || e.n)::bytea)";
const worked = ({ pictures, projects }: LargeStores) => `generate_series(0, ${pictures} - 1) e (n)
  join (select id, project_id, row_number() over (partition by project_id order by sort) - 1 as at,
    count(*) over (partition by project_id) as total from project_node where state in ('DONE', 'DOING')) w
  on w.project_id = ${largeId("40040", `e.n % ${projects}`)} and w.at = e.n / ${projects} % w.total`;

const FILES = `insert into file (${stamp}, file_name, ext, mime, size, sha256, category, biz_type, biz_id, uploader_id, store,
    status, stored_at)
  select ${stamped("40042", "e.n", past("e.n"))}, '现场' || e.n || '.jpg', 'jpg', 'image/jpeg', 250000, ${picture}, 'IMAGE',
    'projectNode', w.id::text, ${BY}, 'pg', 'BOUND', ${NOW}`;

const EVIDENCE = `insert into project_evidence (${stamp}, project_id, node_id, file_id, file_name, category, sha256, taken_at,
    lng, lat)
  select ${stamped("40043", "e.n", past("e.n"))}, w.project_id, w.id, ${largeId("40042", "e.n")}, '现场' || e.n || '.jpg',
    'PHOTO', encode(${picture}, 'hex'), ${past("e.n")}, 120, 30`;

/** Projects with their nodes, baselines and sheets, then their pictures with the files. */
export const projectStatements = (size: LargeStores) => ({
  register: [register(size), NODES, BASELINES, VERIFICATIONS],
  files: `${FILES} from ${worked(size)}`,
  evidence: `${EVIDENCE} from ${worked(size)}`,
});
