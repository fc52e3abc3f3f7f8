-- A draft knows what it knows: its name is enough. What is not said yet is empty, or null where it is no text. The
-- constraint asks for all of it as soon as the application is submitted. It looks at every partner once: below a
-- second for a hundred thousand of them.
alter table partner
  alter column region_id drop not null,
  alter column contact_phone_cipher drop not null,
  alter column contact_phone_hash drop not null,
  alter column contact_phone_masked drop not null,
  drop constraint partner_kinds_check,
  drop constraint partner_city_codes_check,
  add constraint partner_is_complete check (
    state in ('DRAFT', 'REJECTED')
    or (
      short_name <> '' and uscc <> '' and cardinality(kinds) > 0 and cardinality(city_codes) > 0
      and region_id is not null and contact_name <> '' and contact_phone_cipher is not null
    )
  );

-- Drafts without a code do not stand in each other's way.
drop index partner_one_live_per_uscc;
create unique index partner_one_live_per_uscc on partner (uscc) where state <> 'TERMINATED' and uscc <> '';
