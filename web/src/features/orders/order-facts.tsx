import type { ReactNode } from 'react'
import { displayAmount, displayWhenInFull } from '../../indian-display.ts'
import { AddressText } from '../../parts/address-text.tsx'
import { CopyIcon } from '../../parts/copy-button.tsx'
import { DetailSection } from '../../parts/detail-section.tsx'
import { OrderId } from '../../parts/order-id.tsx'
import css from './order-detail.module.css'
import type { Order } from './order-story.ts'

interface FactProps {
  readonly name: string
  readonly children: ReactNode
  readonly copy?: string
}

export function Fact({ name, children, copy }: FactProps) {
  return (
    <div className={css.fact}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {copy !== undefined && copy !== '' && <CopyIcon text={copy} what={name} />}
      </dd>
    </div>
  )
}

export function OrderFacts({ order }: { order: Order }) {
  return (
    <>
      <DetailSection title="Order">
        <dl>
          <Fact name="Order ID" copy={order.orderId}>
            <span className="mono">
              <OrderId id={order.orderId} />
            </span>
          </Fact>
          <Fact name="ClientTxnID" copy={order.clientTransactionId}>
            <span className="mono">
              <OrderId id={order.clientTransactionId} />
            </span>
          </Fact>
          {order.price !== null && (
            <Fact name="Price">
              <span className="amount">{displayAmount(order.price)}</span>, lowered to tell the payment from
              others
            </Fact>
          )}
          <Fact name="Purpose">{order.purpose}</Fact>
          <Fact name="Merchant">{order.merchantName}</Fact>
          <Fact name="Date">{displayWhenInFull(order.createdAt)}</Fact>
          {order.paidAt === null ? (
            <Fact name="Expires">{displayWhenInFull(order.expiresAt)}</Fact>
          ) : (
            <Fact name="Paid">{displayWhenInFull(order.paidAt)}</Fact>
          )}
        </dl>
      </DetailSection>
      <DetailSection title="Customer">
        <dl>
          <Fact name="Name">{order.customer.name}</Fact>
          <Fact name="Email" copy={order.customer.email}>
            <AddressText address={order.customer.email} />
          </Fact>
          <Fact name="Mobile" copy={order.customerMobile}>
            {order.customerMobile}
          </Fact>
        </dl>
      </DetailSection>
    </>
  )
}
