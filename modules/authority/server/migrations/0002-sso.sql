-- The unified sign-on portal: its sessions, applications, one-time tickets and handover values, SMS codes and messages.
-- Tickets, handover values, cookies and codes are stored as hashes only.

create table sso_client (
  id uuid primary key,
  version int not null default 1,
  created_at timestamptz not null,
  created_by uuid not null,
  updated_at timestamptz not null,
  updated_by uuid not null,
  client_id text not null unique,
  application_id text not null,
  name text not null,
  -- Where the browser is sent with its handover value; every redirect must lie under it (PF-R47).
  transfer_url text not null check (transfer_url ~ '^https?://[^/]+/'),
  backchannel_logout_url text check (backchannel_logout_url ~ '^https?://'),
  -- SHA-256 of the client's secret; also the key under which back-channel calls are signed.
  secret_hash bytea,
  sort int not null default 0,
  status text not null default 'ENABLED' check (status in ('ENABLED', 'DISABLED'))
);

create table sso_session (
  id uuid primary key,
  cookie_hash bytea not null unique,
  user_id uuid not null references app_user (id),
  login_method text not null check (login_method in ('SMS', 'STAFF_NO', 'OIDC')),
  idp_sid text,
  -- Common to every step of this sign-on in the login log (PF-R55).
  trace_id text not null,
  device_name text not null,
  ip text not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  absolute_expires_at timestamptz not null,
  status text not null check (status in ('ACTIVE', 'ENDED')),
  end_reason text check (end_reason in ('LOGOUT', 'REPLACED', 'IDLE', 'ABSOLUTE', 'DISABLED')),
  ended_at timestamptz,
  constraint sso_session_end_is_told check ((status = 'ENDED') = (end_reason is not null and ended_at is not null))
);
create unique index sso_session_one_per_account on sso_session (user_id) where status = 'ACTIVE';
create index sso_session_to_sweep on sso_session (idle_expires_at) where status = 'ACTIVE';

create table sso_ticket (
  id uuid primary key,
  ticket_hash bytea not null unique,
  sso_session_id uuid not null references sso_session (id),
  user_id uuid not null references app_user (id),
  application_id text not null,
  client_id text not null references sso_client (client_id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_ip text,
  constraint sso_ticket_use_is_told check ((used_at is null) = (used_ip is null))
);
create index sso_ticket_expired on sso_ticket (expires_at);
create index sso_ticket_of_session on sso_ticket (sso_session_id);

-- Values with which a browser comes back from an application to its portal session (PF-R51).
create table sso_handover (
  id uuid primary key,
  value_hash bytea not null unique,
  sso_session_id uuid not null references sso_session (id),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  used_ip text,
  constraint sso_handover_use_is_told check ((used_at is null) = (used_ip is null))
);
create index sso_handover_expired on sso_handover (expires_at);
create index sso_handover_of_session on sso_handover (sso_session_id);

-- One row per request for a code, whether or not the phone has an account: limits and answers are the same for both.
create table sms_code (
  id uuid primary key,
  mobile_phone text not null,
  scene text not null check (scene in ('LOGIN')),
  -- HMAC of the digits under the server's key; null until a code has been made, for ever if nobody owns the phone.
  code_hash text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  attempts int not null default 0,
  used_at timestamptz,
  status text not null check (status in ('SENT', 'USED', 'EXPIRED', 'KILLED', 'SUPERSEDED')),
  ip text not null,
  constraint sms_code_use_is_told check ((status = 'USED') = (used_at is not null))
);
create unique index sms_code_one_valid on sms_code (mobile_phone, scene) where status = 'SENT';
create index sms_code_of_phone on sms_code (mobile_phone, created_at desc);
create index sms_code_of_ip on sms_code (ip, created_at desc);
create index sms_code_created on sms_code (created_at);

create table sms_outbox (
  id uuid primary key,
  -- One message per code, however often the job runs. Codes are forgotten after a day, messages later.
  sms_code_id uuid unique,
  mobile_phone text not null,
  template_code text not null,
  params jsonb not null,
  text text not null,
  gateway text not null check (gateway in ('outbox', 'http')),
  status text not null check (status in ('QUEUED', 'SENDING', 'SENT', 'FAILED')),
  attempts int not null default 0,
  provider_msg_id text,
  last_error text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sms_outbox_newest on sms_outbox (created_at desc, id desc);
-- The last troubles of the gateway (few rows): whether it is worth asking it again.
create index sms_outbox_troubled on sms_outbox (updated_at desc) where last_error is not null;
