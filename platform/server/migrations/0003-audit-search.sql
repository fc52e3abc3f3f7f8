-- The search over all logs (authority 5.6): each of its filters finds the newest rows by an index.
-- On the large data set (20 M rows) about two minutes, while writes to the log wait: run it at night.

create index audit_log_of_module on audit_log (module, occurred_at desc, id desc);
create index audit_log_of_action on audit_log (action_name, occurred_at desc, id desc);
create index audit_log_of_organization on audit_log (actor_org_id, occurred_at desc, id desc);
create index audit_log_of_number on audit_log (biz_no, occurred_at desc, id desc) where biz_no is not null;
