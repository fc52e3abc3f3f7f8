-- A module may hold the roles of a post back: somebody in training has the roles that the module names, not those of the position.
alter table membership add column follows_position boolean not null default true;
