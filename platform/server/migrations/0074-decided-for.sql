-- Whoever decides may do so for several people who have lent their approvals. Nodes of the release before go on with
-- on_behalf_of, which keeps the first of them. Takes no time on the large data set.

alter table approval_decision add column decided_for uuid[] not null default '{}';
update approval_decision set decided_for = array[on_behalf_of] where on_behalf_of is not null;
create index approval_decision_for_several on approval_decision using gin (decided_for);
