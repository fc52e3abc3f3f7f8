-- The organisations in which whoever ordered an off-boarding or planned a change acted (AU-R21): the job compiles the rights of
-- these posts, not of all. Running and planned ones of before act in the posts of today, as they did until now. Few rows: no time.

alter table offboarding add column ordered_in uuid[] not null default '{}';
update offboarding o set ordered_in = array(
    select distinct m.organization_id from membership m where m.user_id = o.created_by and m.status = 'EFFECTIVE')
  where o.status = 'RUNNING';
alter table org_change add column ordered_in uuid[] not null default '{}';
update org_change c set ordered_in = array(
    select distinct m.organization_id from membership m where m.user_id = c.created_by and m.status = 'EFFECTIVE')
  where c.status = 'PLANNED';
