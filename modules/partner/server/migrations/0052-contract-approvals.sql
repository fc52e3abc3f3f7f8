-- Contracts that wait for their approval become requests of the flow partner.contract (PF-R113). Whom to ask is found by the first
-- timer that fires. A few rows: no time at all.

insert into approval (id, flow, biz_id, biz_no, biz_version, org_id, title, facts, levels, level_code, level_org_id,
  is_at_record, applicant_id, parties, applied_at, waiting_since)
select gen_random_uuid(), 'partner.contract', c.id, c.contract_no, c.version, place.id, c.title,
  jsonb_build_array(
    jsonb_build_object('label', '伙伴', 'text', p.short_name),
    jsonb_build_object('label', '类型', 'text',
      case c.kind when 'MAIN' then '主合同' when 'SUPPLEMENT' then '补充协议' when 'NDA' then '保密协议' else '廉洁协议' end),
    jsonb_build_object('label', '期限', 'text', c.start_on || ' 至 ' || c.end_on),
    jsonb_build_object('label', '保证金', 'text', coalesce(round(c.deposit_fen / 100.0, 2) || '元', '无'))),
  array['review'], 'partner:contract:approve', place.id, true, coalesce(c.submitted_by, c.created_by),
  array(select distinct unnest(array[coalesce(c.submitted_by, c.created_by), c.created_by]) order by 1), c.updated_at, c.updated_at
from partner_contract c join partner p on p.id = c.partner_id
  cross join lateral (select coalesce(p.region_id, p.org_id,
    (select o.id from organization o where o.parent_id is null and o.deleted_at is null)) as id) place
where c.state = 'REVIEW';

insert into timer (kind, key, due_at, payload, next_try_at)
select 'platform.approvalLevel', id::text, now(), jsonb_build_object('id', id, 'levelNo', 1, 'step', 'OPENED'), now()
from approval where flow = 'partner.contract' and state = 'OPEN';
