-- When the accounts of a partner that has ended were all closed. Partners that ended earlier are closed once more, which changes
-- nothing where it had come to its end.
alter table partner add column closed_at timestamptz;
