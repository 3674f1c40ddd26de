-- A mark of whose order it is stands beside that of its slice, so that a rare word is looked for in all slices of a merchant at once.

drop index listed_orders_marks;
drop function order_marks(text, text, text, bigint, text);

-- All that the index finds an order by: every three neighbouring characters of its words, and beside them whose it is, its slice,
-- status, mobile number and amount, which are longer than three characters and so never taken for one another. It costs much, so
-- that no plan asks it of row after row.
create function order_marks(merchant_id text, mode text, slice text, status text, mobile text, paise bigint, words text)
returns text[] language sql immutable parallel safe cost 100000 as $$
  select array['of:' || merchant_id || ':' || mode, slice, 'status:' || status, 'mobile:' || mobile, 'paise:' || paise]
    || array(select substr(words, n, 3) from generate_series(1, length(words) - 2) n)
$$;

create index listed_orders_marks on listed_orders
  using gin (order_marks(merchant_id, mode, slice, status, customer_mobile, payable_paise, words) collate "C")
  with (fastupdate = on);
