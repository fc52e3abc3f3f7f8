-- What is sent beside the file of an import. An added column with a constant default: at once, whatever the size of the table.
alter table import_draft add column beside jsonb not null default '{}';
