import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { AddressText } from '../../../components/display/address-text.tsx'
import { CopyButton, CopyIcon } from '../../../components/display/copy-button.tsx'
import { Fact, FactList } from '../../../components/display/fact-list.tsx'
import { NewTabButton } from '../../../components/display/new-tab-button.tsx'
import { OrderId } from '../../../components/display/order-id.tsx'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { displayAmount, displayWhenInFull } from '../../../format/indian-display.ts'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import type { Order } from './order-history.ts'

/** A detail of the order, optionally with a copy button. */
export function OrderFact({ name, children, copy }: { name: string; children: ReactNode; copy?: string }) {
  return (
    <Fact name={name}>
      <span>{children}</span>
      {copy !== undefined && copy !== '' && <CopyIcon text={copy} what={name} />}
    </Fact>
  )
}

export function OrderFacts({ order }: { order: Order }) {
  return (
    <>
      <DetailSection title={t('Order')}>
        <FactList>
          <OrderFact name={t('Order ID')} copy={order.orderId}>
            <span className="mono">
              <OrderId id={order.orderId} />
            </span>
          </OrderFact>
          <OrderFact name={t('ClientTxnID')} copy={order.clientTransactionId}>
            <span className="mono">
              <OrderId id={order.clientTransactionId} />
            </span>
          </OrderFact>
          {order.price !== null && (
            <OrderFact name={t('Price')}>
              {richText(
                '<span>{price}</span>, lowered to make the amount unique',
                { span: (text) => <span className="amount">{text}</span> },
                { price: displayAmount(order.price) },
              )}
            </OrderFact>
          )}
          <OrderFact name={t('Purpose')}>{order.purpose}</OrderFact>
          <OrderFact name={t('Merchant')}>{order.merchantName}</OrderFact>
          <OrderFact name={t('Date')}>{displayWhenInFull(order.createdAt)}</OrderFact>
          {order.paidAt === null ? (
            <OrderFact name={t('Expires')}>{displayWhenInFull(order.expiresAt)}</OrderFact>
          ) : (
            <OrderFact name={t('Paid')}>{displayWhenInFull(order.paidAt)}</OrderFact>
          )}
        </FactList>
      </DetailSection>
      <DetailSection title={t('Customer')}>
        <FactList>
          <OrderFact name={t('Name')}>{order.customer.name}</OrderFact>
          <OrderFact name={t('Email')} copy={order.customer.email}>
            <AddressText address={order.customer.email} />
          </OrderFact>
          <OrderFact name={t('Mobile')} copy={order.customerMobile}>
            {order.customerMobile}
          </OrderFact>
        </FactList>
      </DetailSection>
      {order.link !== undefined && <LinkAnswers link={order.link} />}
    </>
  )
}

/** The reusable link that created the order, and the customer's answers. */
function LinkAnswers({ link }: { link: NonNullable<Order['link']> }) {
  return (
    <DetailSection title={t('Reusable link')}>
      <FactList>
        <OrderFact name={t('Link')}>
          <span dir="auto">{link.title}</span>
        </OrderFact>
        {link.items.map(({ name, price, quantity }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two items may share a name
          <OrderFact key={index} name={name}>
            {quantity} × {displayAmount(price)}
          </OrderFact>
        ))}
        {link.answers.map(({ question, answer }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two questions may be equal
          <OrderFact key={index} name={question} copy={answer}>
            <span dir="auto">{answer}</span>
          </OrderFact>
        ))}
      </FactList>
    </DetailSection>
  )
}

/** The payment URL, the redirect URL and the shop's custom fields. */
export function OrderLink({ order }: { order: Order }) {
  // Answers to a reusable link's questions are shown with the questions.
  const own = order.link === undefined ? order.udf : []
  const udf = own.map((text, i) => ({ name: `udf${i + 1}`, text })).filter(({ text }) => text !== '')
  return (
    <DetailSection title={t('Payment link')}>
      <Text mb="sm" py={9} px="sm" bdrs="sm" bg="var(--galla-sunken)" className="mono breaks">
        {order.paymentUrl}
      </Text>
      <Group gap="xs" mb="sm">
        <CopyButton text={order.paymentUrl} label={t('Copy payment link')} />
        <NewTabButton href={order.paymentUrl}>{t('Payment page')}</NewTabButton>
      </Group>
      <FactList>
        <OrderFact name={t('Redirect URL')} copy={order.redirectUrl}>
          {order.redirectUrl}
        </OrderFact>
        {udf.map(({ name, text }) => (
          <OrderFact key={name} name={name} copy={text}>
            {text}
          </OrderFact>
        ))}
      </FactList>
    </DetailSection>
  )
}
