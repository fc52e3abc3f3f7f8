-- Sites know their kind: the one dictionary of plants, warehouses and ports becomes three. An entry goes by the beginning of its
-- code, else by the cars that stand there. A few dozen rows.
insert into dict_type (id, version, created_at, created_by, updated_at, updated_by, code, name, module, built_in)
select gen_random_uuid(), 1, site.created_at, site.created_by, now(), site.updated_by, kind.code, kind.name, site.module, true
from dict_type site
cross join (values ('car_plant', '工厂'), ('car_warehouse', '仓库'), ('car_port', '港口')) kind (code, name)
where site.code = 'car_site'
on conflict (code) do nothing;

update dict_entry e set code = case
    when e.entry_value like 'PLANT%' then 'car_plant'
    when e.entry_value like 'PORT%' then 'car_port'
    when e.entry_value like 'WH%' then 'car_warehouse'
    else coalesce((select 'car_' || lower(c.place_kind) from car c
      where c.place_id = e.entry_value and c.place_kind in ('PLANT', 'WAREHOUSE', 'PORT')
      group by c.place_kind order by count(*) desc limit 1), 'car_warehouse')
  end
where e.code = 'car_site';

delete from dict_type where code = 'car_site';
