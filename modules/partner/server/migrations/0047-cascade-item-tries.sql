-- How often a thing was tried was counted and read by nobody; what became of it stands in its state and message.
alter table partner_cascade_item drop column tries;
