-- Where a refused create differs from its order: a list of JSON pointers, never a value.
alter table commands add column differing json;
