-- The picture of a series: a file that is bound to it. At once on any data set.
alter table car_series add column cover_file_id uuid;
