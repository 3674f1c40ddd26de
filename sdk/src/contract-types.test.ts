import type { BodyOf, ReplyOf } from '@galla/contract/endpoint'
import type { checkOrderStatus, createOrder, createOrderBody } from '@galla/contract/orders/orders'
import type { simulatorPay } from '@galla/contract/payment-page/payment-page'
import type { listEvents } from '@galla/contract/webhooks/events'
import type {
  PaymentReversedPayload,
  SourceEventPayload,
  TestPingPayload,
  WebhookPayload,
} from '@galla/contract/webhooks/webhook'
import { expectTypeOf, test } from 'vitest'
import type { z } from 'zod'
import type {
  CreatedOrder,
  EventPage,
  NewOrder,
  OrderEvent,
  OrderState,
  Outcome,
  PaymentReversedEvent,
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
  expectTypeOf<Plain<TestPing>>().toEqualTypeOf<Plain<TestPingPayload>>()
  expectTypeOf<Plain<EventPage>>().toEqualTypeOf<
    Plain<Pick<ReplyOf<typeof listEvents>, 'data' | 'next' | 'more' | 'notifications'>>
  >()
  expectTypeOf<Plain<Simulated>>().toEqualTypeOf<Plain<DataOf<ReplyOf<typeof simulatorPay>>>>()
})

test('the contract accepts every request type of the SDK', () => {
  expectTypeOf<NewOrder>().toExtend<z.input<typeof createOrderBody>>()
  expectTypeOf<Exclude<keyof z.input<typeof createOrderBody>, 'key'>>().toEqualTypeOf<keyof NewOrder>()
  expectTypeOf<Outcome>().toEqualTypeOf<BodyOf<typeof simulatorPay>['outcome']>()
})
