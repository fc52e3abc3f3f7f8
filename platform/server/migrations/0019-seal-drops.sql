-- A seal says itself which seals lost rows with a month that was dropped (PF-R98), under its own hash: nothing outside of the
-- chain can declare rows gone. It stands in place of audit_seal_dropped, which was believed as it was; no month was old
-- enough to have been dropped by then.

alter table audit_seal add column dropped int8multirange not null default '{}';
create index audit_seal_drops on audit_seal (no) where dropped <> '{}';
drop table audit_seal_dropped;
