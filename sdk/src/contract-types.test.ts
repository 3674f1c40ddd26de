import type { BodyOf, ReplyOf } from '@galla/contract/endpoint'
import type { checkOrderStatus, createOrder, createOrderBody } from '@galla/contract/orders/orders'
import type { cancelOrder, getOrder, listOrders } from '@galla/contract/orders/transactions'
import type { simulatorPay } from '@galla/contract/payment-page/payment-page'
import type { getClosing } from '@galla/contract/reconciliation/closing'
import type { listPayments } from '@galla/contract/reconciliation/credits'
import type { listOpenCases } from '@galla/contract/reconciliation/open-cases'
import type { createRefund, getPayment } from '@galla/contract/reconciliation/refunds'
import type { closeLink, createLink, listLinks } from '@galla/contract/reusable-links/reusable-links'
import type { listEvents } from '@galla/contract/webhooks/events'
import type { MerchantEventPayload } from '@galla/contract/webhooks/merchant-events'
import type {
  PaymentReversedPayload,
  SourceEventPayload,
  TestPingPayload,
  WebhookPayload,
} from '@galla/contract/webhooks/webhook'
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type { OrderListOptions, PaymentListOptions } from './galla.ts'
import type {
  Closing,
  CreatedOrder,
  EventPage,
  Link,
  ListedOrder,
  MerchantEvent,
  NewLink,
  NewOrder,
  NewRefund,
  OpenCases,
  Order,
  OrderEvent,
  OrderState,
  Outcome,
  Page,
  Payment,
  PaymentReversedEvent,
  Refund,
  RefundedPayment,
  Simulated,
  SourceEvent,
  TestPing,
} from './orders.ts'

/** Removes `readonly`: the package's types are readonly, and the contract's are not. */
type Plain<T> = T extends readonly (infer Each)[]
  ? Plain<Each>[]
  : T extends object
    ? { -readonly [Name in keyof T]: Plain<T[Name]> }
    : T

type DataOf<Call extends Parameters<typeof Object>[0]> = Call extends { data: infer Data } ? Data : never

test("the package has the contract's types of replies and events", () => {
  expectTypeOf<Plain<CreatedOrder>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof createOrder>>>>()
  expectTypeOf<Plain<OrderState>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof checkOrderStatus>>>>()
  expectTypeOf<Plain<OrderEvent>>().toEqualTypeOf<Plain<WebhookPayload>>()
  expectTypeOf<Plain<PaymentReversedEvent>>().toEqualTypeOf<Plain<PaymentReversedPayload>>()
  expectTypeOf<Plain<SourceEvent>>().toEqualTypeOf<Plain<SourceEventPayload>>()
  expectTypeOf<Plain<MerchantEvent>>().toEqualTypeOf<Plain<MerchantEventPayload>>()
  expectTypeOf<Plain<TestPing>>().toEqualTypeOf<Plain<TestPingPayload>>()
  expectTypeOf<Plain<EventPage>>().toEqualTypeOf<
    Plain<Pick<ReplyOf<typeof listEvents>, 'data' | 'next' | 'more' | 'notifications'>>
  >()
  expectTypeOf<Plain<Simulated>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof simulatorPay>>>>()
})

test("the package has the contract's types of what further keys read and write", () => {
  expectTypeOf<Plain<Page<ListedOrder>>>().toEqualTypeOf<Plain<ReplyOf<typeof listOrders>>>()
  expectTypeOf<Plain<Order>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof getOrder>>>>()
  expectTypeOf<Plain<Order>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof cancelOrder>>>>()
  expectTypeOf<Plain<Page<Payment>>>().toEqualTypeOf<Plain<ReplyOf<typeof listPayments>>>()
  expectTypeOf<Plain<RefundedPayment>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof getPayment>>>>()
  expectTypeOf<Plain<Refund>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof createRefund>>>>()
  expectTypeOf<NewRefund>().toExtend<z.input<(typeof createRefund)['body']>>()
  expectTypeOf<keyof NewRefund>().toEqualTypeOf<keyof z.input<(typeof createRefund)['body']>>()
  expectTypeOf<Plain<OpenCases>>().toEqualTypeOf<Plain<ReplyOf<typeof listOpenCases>>>()
  expectTypeOf<Plain<Closing>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof getClosing>>>>()
  expectTypeOf<Plain<Page<Link>>>().toEqualTypeOf<Plain<ReplyOf<typeof listLinks>>>()
  expectTypeOf<Plain<Link>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof createLink>>>>()
  expectTypeOf<Plain<Link>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof closeLink>>>>()
  expectTypeOf<Plain<NewLink>>().toExtend<z.input<(typeof createLink)['body']>>()
  expectTypeOf<keyof z.input<(typeof listOrders)['query']>>().toEqualTypeOf<
    Exclude<keyof OrderListOptions, 'signal'>
  >()
  expectTypeOf<keyof z.input<(typeof listPayments)['query']>>().toEqualTypeOf<
    Exclude<keyof PaymentListOptions, 'signal'>
  >()
})

test('the contract accepts every request type of the SDK', () => {
  expectTypeOf<NewOrder>().toExtend<z.input<typeof createOrderBody>>()
  expectTypeOf<Exclude<keyof z.input<typeof createOrderBody>, 'key'>>().toEqualTypeOf<keyof NewOrder>()
  expectTypeOf<Outcome>().toEqualTypeOf<BodyOf<typeof simulatorPay>['outcome']>()
})
