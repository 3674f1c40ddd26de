-- Replays take turns: whoever waited longest is next, so that those of receivers that do not answer hold up nobody else's.
alter table webhook_replays add column worked_at timestamptz;
