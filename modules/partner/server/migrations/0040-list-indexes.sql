-- When the last main contract of a partner ends: asked for each partner of a page, and of all partners for the cards.
create index partner_contract_last_end on partner_contract (partner_id, end_on desc)
  where kind = 'MAIN' and state in ('SIGNED', 'EFFECTIVE', 'EXPIRED', 'RENEWED');

create index partner_staff_of_phone on partner_staff (phone_hash);
