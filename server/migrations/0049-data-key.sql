-- Everything encrypted at rest, and every keyed hash, uses one data key. The database keeps it only encrypted with the app key, so
-- that another app key means another copy of the data key and nothing else. While the app key is being replaced there are two
-- copies: the current app key and the next one both open the data.
create table wrapped_data_keys (
  is_next boolean primary key,
  -- Says which app key opens this copy, and nothing else about that key.
  key_mark text not null unique check (key_mark ~ '^[0-9a-f]{64}$'),
  wrapped bytea not null check (length(wrapped) between 1 and 1024)
);
