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
import { durationLabel } from '../duration-labels.ts'
import { FieldTable } from '../field-table.tsx'
import css from '../guide.module.css'
import { useGuide } from '../guide-context.tsx'
import { GuideSection } from '../guide-section.tsx'

export const CREATE_ORDER = { id: 'create-order', title: 'Create an order' }
export const CHECK_STATUS = { id: 'check-order-status', title: 'Check order status' }

interface OrderSectionProps {
  /** Present where the page has a key for the call. */
  readonly tryIt?: ReactNode
}

export function CreateOrderSection({ tryIt }: OrderSectionProps) {
  const guide = useGuide()
  return (
    <GuideSection {...CREATE_ORDER}>
      <Address method="POST" url={`${guide.apiUrl}${createOrder.path}`} />
      <p>
        Your server creates an order and sends the customer to its <code>payment_url</code>. Send your API key
        as a bearer token in the Authorization header, or as <code>key</code> in the body. The{' '}
        <code>client_txn_id</code> must be unique. The payment URL expires in {durationLabel(EXPIRY_SECONDS)}{' '}
        unless you send <code>expires_in</code>. The page uses the language of the customer's browser. To
        choose the language yourself, add it to the URL, such as <code>?lang=hi</code>.
      </p>
      <CodeSample what="Create an order" samples={createOrderCode(guide)} />
      {tryIt}
      <FieldTable
        caption="Fields of create-order"
        schema={createOrderBody}
        descriptions={CREATE_ORDER_FIELDS}
        direction="sent"
      />
      <p>
        This is the reply. After the payment, Galla redirects the customer to your <code>redirect_url</code>.
        A paid order has a receipt at <code>{guide.origin}/receipt/</code> followed by its{' '}
        <code>order_id</code>.
      </p>
      <JsonBlock title="Reply of create-order, 200" json={exampleCreated(guide.origin)} />
      <FieldTable
        caption="Fields of the reply to create-order"
        schema={createdOrder}
        descriptions={CREATED_ORDER_FIELDS}
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
        Check the status before you deliver. A customer who returns to your site has not necessarily paid.{' '}
        <code>success</code> is final. A <code>failed</code> order can still become a success if the customer
        tries again or the payment arrives late.
      </p>
      <CodeSample what="Check order status" samples={checkStatusCode(guide)} />
      {tryIt}
      <FieldTable
        caption="Fields of check-order-status"
        schema={checkOrderStatus.body}
        descriptions={CHECK_STATUS_FIELDS}
        direction="sent"
      />
      <JsonBlock title="Reply of check-order-status, 200" json={EXAMPLE_STATUS} />
      <FieldTable
        caption="Fields of the reply to check-order-status"
        schema={checkOrderStatus.reply.shape.data}
        descriptions={STATUS_FIELDS}
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
