-- When a thing is seen to that somebody else may decide on first (PT-R7). An added column without a default: at once.
alter table partner_cascade_item add column due_at timestamptz;
