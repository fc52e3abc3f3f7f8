-- Which price a new one took the place of, and until when that one would have held: withdrawing gives back exactly this
-- (VE-R7). About a hundred thousand rows on the large data set, of which those to come are few.
alter table car_price
  add column displaced_id uuid references car_price (id) on delete set null,
  add column displaced_end timestamptz,
  add constraint car_price_displaced check (displaced_end > effective_from);
create index car_price_displaced_by on car_price (displaced_id) where displaced_id is not null;

-- Of those published before, the former end is not known: as long as the new price was to hold.
update car_price p set displaced_id = former.id, displaced_end = p.effective_to
from car_price former
where p.state = 'PUBLISHED' and p.effective_from > now() and former.state = 'PUBLISHED'
  and former.car_config_id = p.car_config_id and former.kind = p.kind and former.item_code = p.item_code
  and former.effective_to = p.effective_from;
