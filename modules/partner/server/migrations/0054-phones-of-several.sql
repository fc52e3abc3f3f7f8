-- Phones are given out anew, so people with different id numbers may be listed with the same phone (PT-R9). The list has
-- hundreds of entries, so the index is made at once.
drop index partner_blacklist_phone;
create unique index partner_blacklist_phone on partner_blacklist (phone_hash, id_no_hash) nulls not distinct
  where phone_hash is not null;
