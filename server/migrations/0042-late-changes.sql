-- What a search found among a merchant's listed orders stays so until a listed order changes late: that lets a process remember it
-- from page to page. How often that happened is counted for each merchant and mode, in the transaction that changes the order: in
-- two snapshots with the same count the orders listed up to some watermark are the same. What the sweep lists comes after every
-- watermark that was read before, and is not counted.

-- Whoever has all listed anew sets the watermark back: then what was remembered of any merchant tells nothing. This comes first, as
-- whoever lists takes the watermark first.
alter table order_watermarks add column times_set_back bigint not null default 0;
create function count_setting_back() returns trigger language plpgsql as $$
begin
  new.times_set_back = old.times_set_back + 1;
  return new;
end $$;
create trigger count_setting_back before update on order_watermarks for each row
  when (new.followed_to < old.followed_to) execute function count_setting_back();

create table late_changes (
  merchant_id text not null,
  mode text not null check (mode in ('test', 'live')),
  -- Each transaction has a row of its own, so that no late change waits for another's. '0' is the sum of what the sweep added up.
  transaction_id xid8 not null,
  changes bigint not null check (changes > 0),
  primary key (merchant_id, mode, transaction_id)
);

-- After a restore a transaction may have the number of one that stands here: then it is counted there.
create function count_late_change(merchant_id text, mode text) returns void language sql as $$
  insert into late_changes as c (merchant_id, mode, transaction_id, changes) values ($1, $2, pg_current_xact_id(), 1)
    on conflict (merchant_id, mode, transaction_id) do update set changes = c.changes + 1
$$;

-- The sweep only inserts: whatever else is done to a listed order is late.
create function follow_late_listing() returns trigger language plpgsql as $$
begin
  perform count_late_change(old.merchant_id, old.mode);
  return null;
end $$;
create trigger follow_late_listing after update or delete on listed_orders for each row execute function follow_late_listing();

create or replace function list_late_order(o orders) returns void language plpgsql as $$
declare
  begins text;
begin
  insert into order_slices (merchant_id, mode, first_id, orders) values (o.merchant_id, o.mode, '', 0) on conflict do nothing;
  select first_id into begins from order_slices s
    where s.merchant_id = o.merchant_id and s.mode = o.mode and s.first_id <= o.order_id order by first_id desc limit 1;
  insert into listed_orders (merchant_id, mode, order_id, slice, status, payable_paise, customer_mobile, words)
    values (o.merchant_id, o.mode, o.order_id, order_slice_name(o.merchant_id, o.mode, begins), o.status, o.payable_paise,
      o.customer_mobile, order_words(o));
  perform count_late_change(o.merchant_id, o.mode);
end $$;
