import type { PromiseName } from './check/ledger-check.ts'

interface Breach {
  readonly promise: PromiseName
  readonly how: string
  readonly outcome: string
  readonly statements: (orderId: string) => readonly string[]
}

const creditOf = (orderId: string): string =>
  `(select settled_by_credit_id from orders where order_id = '${orderId}')`

/** SQL that breaks each promise of the ledger, for an order with this outcome. */
export const BREACHES: readonly Breach[] = [
  {
    promise: 'credit_once',
    how: 'a payment is recorded twice',
    outcome: 'success',
    statements: (id) => [
      'drop index if exists credits_utr_once',
      'alter table credits drop constraint if exists credits_utr_once_an_account',
      `insert into credits select (jsonb_populate_record(c, '{"credit_id": "copy", "state": "unmatched"}')).* from credits c
       where credit_id = ${creditOf(id)}`,
    ],
  },
  {
    promise: 'credit_evidence',
    how: 'a credit loses its evidence',
    outcome: 'underpaid',
    statements: (id) => [
      `delete from evidence where credit_id in (select credit_id from credits where order_id = '${id}')`,
    ],
  },
  {
    promise: 'credit_evidence',
    how: 'no evidence has the amount',
    outcome: 'underpaid',
    statements: (id) => [
      `update evidence set amount_paise = 7 where credit_id in (select credit_id from credits where order_id = '${id}')`,
    ],
  },
  {
    promise: 'credit_history',
    how: 'a credit changes its state without history',
    outcome: 'underpaid',
    statements: (id) => [`update credits set state = 'ignored' where order_id = '${id}'`],
  },
  {
    promise: 'credit_settles',
    how: 'a second payment is marked as matched',
    outcome: 'twice',
    statements: (id) => [`update credits set state = 'matched' where order_id = '${id}'`],
  },
  {
    promise: 'refunds_counted',
    how: 'what goes back is not the sum of the refunds',
    outcome: 'success',
    statements: (id) => [`update credits set refunding_paise = 100 where credit_id = ${creditOf(id)}`],
  },
  {
    promise: 'refunds_whole',
    how: 'a credit is refunded without a refund',
    outcome: 'underpaid',
    statements: (id) => [`update credits set state = 'refunded' where order_id = '${id}'`],
  },
  {
    promise: 'settled_once',
    how: 'one credit settles two orders',
    outcome: 'success',
    statements: (id) => [
      'drop index if exists orders_settled_once',
      `with two as materialized (
         select min(other.order_id) as order_id, min(paid.settled_by_credit_id) as credit_id
         from orders other join orders paid using (merchant_id) where other.status = 'success' and paid.order_id = '${id}')
       update orders o set settled_by_credit_id = two.credit_id from two where o.order_id = two.order_id`,
    ],
  },
  {
    promise: 'settled_by',
    how: 'the settling credit belongs to another mode',
    outcome: 'success',
    statements: (id) => [`update credits set mode = 'other' where order_id = '${id}'`],
  },
  {
    promise: 'success_settled',
    how: 'an order is a success without a credit',
    outcome: 'pending',
    statements: (id) => [
      'alter table orders drop constraint if exists orders_success_is_settled',
      `update orders set status = 'success', due_at = null where order_id = '${id}'`,
    ],
  },
  {
    promise: 'settled_amount',
    how: 'another amount settles',
    outcome: 'success',
    statements: (id) => [
      'alter table orders drop constraint if exists orders_settled_amount_is_payable',
      `update orders set settled_paise = 100 where order_id = '${id}'`,
    ],
  },
  {
    promise: 'settled_by_proof',
    how: 'a payment of a whole price without a UTR settles',
    outcome: 'success',
    statements: (id) => [
      'alter table credits drop constraint if exists credits_match_by_utr_or_paise',
      `update credits set utr = null where credit_id = ${creditOf(id)}`,
    ],
  },
  {
    promise: 'success_evidence',
    how: 'the evidence of a success is deleted',
    outcome: 'success',
    statements: (id) => [`delete from evidence where credit_id = ${creditOf(id)}`],
  },
  {
    promise: 'success_final',
    how: 'a paid order is set back to pending',
    outcome: 'success',
    statements: (id) => [
      `update orders set status = 'pending', settled_by_credit_id = null, settled_paise = null, paid_at = null
       where order_id = '${id}'`,
    ],
  },
  {
    promise: 'history_complete',
    how: 'a history entry is missing',
    outcome: 'declined',
    statements: (id) => [`delete from order_history where order_id = '${id}'`],
  },
  {
    promise: 'history_consistent',
    how: 'the history has another event',
    outcome: 'declined',
    statements: (id) => [`update order_history set event = 'opened' where order_id = '${id}'`],
  },
  {
    promise: 'history_consistent',
    how: 'the history has a step that is not allowed',
    outcome: 'success',
    statements: (id) => [
      `insert into order_history select merchant_id, order_id, 3, at, 'retried', '{}' from order_history where order_id = '${id}'`,
      `update orders set version = 3 where order_id = '${id}'`,
    ],
  },
  {
    promise: 'announced',
    how: 'a payment has no event',
    outcome: 'success',
    statements: (id) => [`delete from webhook_events where order_id = '${id}'`],
  },
  {
    promise: 'announced',
    how: 'an event announces a payment that does not exist',
    outcome: 'pending',
    statements: (id) => [
      `insert into webhook_events (merchant_id, event_id, mode, order_id, event, sequence, payload, created_at)
       select merchant_id, 'made-up', mode, order_id, 'order.success', 2, '{}', now() from orders where order_id = '${id}'`,
    ],
  },
  {
    promise: 'mode_kept',
    how: 'a test order becomes a live one',
    outcome: 'success',
    statements: (id) => [`update orders set mode = 'live' where order_id = '${id}'`],
  },
]
