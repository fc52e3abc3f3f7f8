-- The price book. A hundred thousand rows on the large data set; new and empty here.

create extension if not exists btree_gist;

create table car_price (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  car_config_id uuid not null references car_config (id),
  kind text not null check (kind in ('BASE', 'OPTION', 'COLOR')),
  -- Of an option or colour; '' for BASE, so that it takes part in the constraint below.
  item_code text not null,
  amount_fen bigint not null check (amount_fen >= 0),
  -- Null in a draft that is to hold from its publication on.
  effective_from timestamptz,
  effective_to timestamptz,
  state text not null default 'DRAFT' check (state in ('DRAFT', 'PUBLISHED')),
  published_at timestamptz,
  published_by uuid,
  constraint car_price_period check (effective_to > effective_from),
  constraint car_price_published check (state = 'DRAFT' or (effective_from is not null and published_at is not null)),
  constraint car_price_item check ((kind = 'BASE') = (item_code = '')),
  -- One published price at any instant (VE-R7).
  constraint car_price_no_overlap exclude using gist (
    car_config_id with =, kind with =, item_code with =, tstzrange(effective_from, effective_to) with &&
  ) where (state = 'PUBLISHED')
);
create index car_price_of_config on car_price (car_config_id, kind, item_code, effective_from);
create index car_price_drafts on car_price (created_at desc, id desc) where state = 'DRAFT';
