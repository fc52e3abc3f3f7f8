-- Attachments. New, empty tables: no time at all on any data set.

create table file (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  file_name text not null check (char_length(file_name) between 1 and 200),
  ext text not null,
  mime text not null,
  size int not null check (size >= 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  category text not null check (category in ('IMAGE', 'DOCUMENT', 'SHEET', 'ARCHIVE', 'AUDIO', 'VIDEO')),
  biz_type text not null,
  biz_id text,
  uploader_id uuid not null,
  store text not null check (store in ('pg', 's3')),
  status text not null check (status in ('TEMP', 'BOUND', 'DELETED')),
  -- The content is complete; before that the row only remembers that there may be some to sweep away.
  stored_at timestamptz,
  -- The content is gone.
  purged_at timestamptz,
  check ((status = 'BOUND') <= (biz_id is not null and stored_at is not null))
);
create index file_of_record on file (biz_type, biz_id) where status = 'BOUND';
create index file_loose on file (created_at) where status = 'TEMP';
create index file_to_purge on file (updated_at) where status = 'DELETED' and purged_at is null;

-- Contents of the store `pg`, in pieces of 1 MB. Most are packed already: packing them again would only cost time.
create table file_chunk (
  file_id uuid not null,
  no int not null,
  bytes bytea not null,
  primary key (file_id, no)
);
alter table file_chunk alter column bytes set storage external;
