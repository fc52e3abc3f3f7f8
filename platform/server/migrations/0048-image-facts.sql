-- When and where a picture was taken (PF-R130): read before its content loses what the camera wrote. Files that are there already keep
-- their content as it is and have no facts.
alter table file
  add column taken_at timestamptz,
  add column taken_lng double precision,
  add column taken_lat double precision,
  add constraint file_place check ((taken_lng is null) = (taken_lat is null));
