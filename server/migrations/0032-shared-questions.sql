-- A list of many QRs left it open what became of this one: the next question is about it alone.
alter table order_checks add column alone boolean not null default false;
