-- A search sorted by amount read all its finds to know the highest. A mark of whose order it is and about how much it is for lets
-- it ask for those of the highest amounts first, and stop when it has found enough.

drop index listed_orders_marks;

-- About how much an amount in paise is: six bands for each tenfold, from a rupee on, by thresholds that are common prices.
create function order_amount_band(paise bigint) returns int language sql immutable parallel safe as $$
  select width_bucket(paise, array[
    100, 150, 220, 330, 470, 680, 1000, 1500, 2200, 3300, 4700, 6800, 10000, 15000, 22000, 33000, 47000, 68000,
    100000, 150000, 220000, 330000, 470000, 680000, 1000000, 1500000, 2200000, 3300000, 4700000, 6800000,
    10000000, 15000000, 22000000, 33000000, 47000000, 68000000]::bigint[])
$$;

create function order_band_name(merchant_id text, mode text, band int) returns text language sql immutable parallel safe as $$
  select 'about:' || merchant_id || ':' || mode || ':' || band
$$;

-- Bound to the functions that it calls as it is made: an index is built where names are not looked for in this schema.
create or replace function order_marks(merchant_id text, mode text, slice text, status text, mobile text, paise bigint, words text)
returns text[] language sql immutable parallel safe cost 100000
return array['of:' || merchant_id || ':' || mode, slice, 'status:' || status, 'mobile:' || mobile, 'paise:' || paise,
    order_band_name(merchant_id, mode, order_amount_band(paise))]
  || array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n);

create index listed_orders_marks on listed_orders
  using gin (order_marks(merchant_id, mode, slice, status, customer_mobile, payable_paise, words) collate "C")
  with (fastupdate = on);
