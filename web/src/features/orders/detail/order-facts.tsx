import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import { AddressText } from '../../../components/display/address-text.tsx'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { OrderId } from '../../../components/display/order-id.tsx'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayAmount, displayWhenInFull } from '../../../format/indian-display.ts'
import css from './order-detail.module.css'
import type { Order } from './order-history.ts'

interface FactProps {
  readonly name: string
  readonly children: ReactNode
  readonly copy?: string
}

export function Fact({ name, children, copy }: FactProps) {
  return (
    <Box mih={36} py={2} px={0} className={css.fact}>
      <dt>{name}</dt>
      <dd>
        <span>{children}</span>
        {copy !== undefined && copy !== '' && <CopyIcon text={copy} what={name} />}
      </dd>
    </Box>
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
