-- Who was given the present key of a client and the one before: each stays "oneself" for what is done with it, whoever
-- edits the client afterwards (AU-R5, AU-R54). A few hundred rows: no time.
alter table api_client add column key_holder_ids uuid[] not null default '{}';
alter table api_client add column previous_holder_ids uuid[] not null default '{}';
update api_client set key_holder_ids = array[updated_by], previous_holder_ids = array[created_by, updated_by] where key_no > 1;
