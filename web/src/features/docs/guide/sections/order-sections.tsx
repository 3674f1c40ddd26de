import { EXAMPLE_STATUS, exampleCreated } from '@galla/contract/api-reference/integrator-examples'
import {
  CHECK_STATUS_FIELDS,
  CREATE_ORDER_FIELDS,
  CREATED_ORDER_FIELDS,
  STATUS_FIELDS,
} from '@galla/contract/api-reference/integrator-fields'
import { EXPIRY_SECONDS } from '@galla/contract/orders/order-status'
import { checkOrderStatus, createdOrder, createOrder, createOrderBody } from '@galla/contract/orders/orders'
import { Box, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CodeSample, JsonBlock } from '../code/code-sample.tsx'
import { checkStatusCode, createOrderCode } from '../code/order-code.ts'
import { durationWords } from '../duration-labels.ts'
import { FieldTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuideSection } from '../guide-section.tsx'

export const CREATE_ORDER = { id: 'create-order', title: 'Create an order' }
export const CHECK_STATUS = { id: 'check-order-status', title: 'Check order status' }

interface OrderSectionProps {
  /** Where there is a key to try the call with. */
  readonly tryIt?: ReactNode
}

export function CreateOrderSection({ tryIt }: OrderSectionProps) {
  const guide = useGuide()
  return (
    <GuideSection {...CREATE_ORDER}>
      <Address method="POST" url={`${guide.apiUrl}${createOrder.path}`} />
      <p>
        Your server creates an order and sends the customer to its <code>payment_url</code>. The key goes into
        the Authorization header as a bearer, or into the body as <code>key</code>. The{' '}
        <code>client_txn_id</code> must be unique; the payment URL expires in {durationWords(EXPIRY_SECONDS)}{' '}
        unless you send <code>expires_in</code>. Customers see the page in the language of their browser; add{' '}
        <code>?lang=hi</code> to the URL to choose it yourself.
      </p>
      <CodeSample what="Create an order" samples={createOrderCode(guide)} />
      {tryIt}
      <FieldTable
        caption="Fields of create-order"
        schema={createOrderBody}
        words={CREATE_ORDER_FIELDS}
        direction="sent"
      />
      <p>
        The reply. After paying, the customer comes back to your <code>redirect_url</code>; a paid order has a
        receipt at <code>{guide.origin}/receipt/</code> and its <code>order_id</code>.
      </p>
      <JsonBlock title="Reply of create-order, 200" json={exampleCreated(guide.origin)} />
      <FieldTable
        caption="Fields of the reply to create-order"
        schema={createdOrder}
        words={CREATED_ORDER_FIELDS}
        direction="received"
      />
    </GuideSection>
  )
}

export function CheckStatusSection({ tryIt }: OrderSectionProps) {
  const guide = useGuide()
  return (
    <GuideSection {...CHECK_STATUS}>
      <Address method="POST" url={`${guide.apiUrl}${checkOrderStatus.path}`} />
      <p>
        Ask before you deliver: that a customer came back proves nothing. <code>success</code> is final; a{' '}
        <code>failed</code> order can still become a success, when a declined customer tries again or money
        comes late.
      </p>
      <CodeSample what="Check order status" samples={checkStatusCode(guide)} />
      {tryIt}
      <FieldTable
        caption="Fields of check-order-status"
        schema={checkOrderStatus.body}
        words={CHECK_STATUS_FIELDS}
        direction="sent"
      />
      <JsonBlock title="Reply of check-order-status, 200" json={EXAMPLE_STATUS} />
      <FieldTable
        caption="Fields of the reply to check-order-status"
        schema={checkOrderStatus.reply.shape.data}
        words={STATUS_FIELDS}
        direction="received"
      />
    </GuideSection>
  )
}

export function Address({ method, url }: { method: string; url: string }) {
  return (
    <Group component="p" gap="4px 10px" className={css.address}>
      <Box
        component="span"
        py={2}
        px="xs"
        lts="0.03em"
        bdrs="sm"
        bg="var(--galla-created-soft)"
        c="var(--galla-created)"
        fz="xs"
        fw={700}
      >
        {method}
      </Box>{' '}
      <code className={css.url}>{url}</code>
    </Group>
  )
}
