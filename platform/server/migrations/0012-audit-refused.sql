-- What was refused is rare and looked for among millions: by module, or all of it, newest first.
-- On the large data set (20 M rows) about half a minute, while writes to the log wait: run it at night.

create index audit_log_refused on audit_log (occurred_at desc, id desc) where result = 'REFUSED';
create index audit_log_refused_of_module on audit_log (module, occurred_at desc, id desc) where result = 'REFUSED';
