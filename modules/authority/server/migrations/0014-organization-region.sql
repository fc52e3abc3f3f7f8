-- The names of the division as they were when it was chosen (PF-R102). 10,000 organisations: well under a second.

alter table organization add column region_name text;

update organization o
set region_name = concat_ws(' / ', g.name, nullif(p.name, g.name), nullif(r.name, p.name))
from region r
  left join region p on p.code = r.parent_code
  left join region g on g.code = p.parent_code
where r.code = o.region_code;

alter table organization
  add constraint organization_region_is_named check (region_name is null or region_code is not null);
