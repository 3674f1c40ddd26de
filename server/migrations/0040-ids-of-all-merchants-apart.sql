-- What one merchant asks for within a range of ids must be read by the key that begins with the merchant, or all that the others
-- sold in that range is read with it. The planner prefers the order of creation, which this index has, as soon as others have
-- many such orders. With operators of its own (`~>~`, `~<~`) only who means all merchants, the sweeps, can go through it; an order
-- is found by its id as before.

alter table orders drop constraint orders_order_id;
create unique index orders_order_id on orders (order_id text_pattern_ops);
