import { Group, Text } from '@mantine/core'
import { CopyButton } from '../../../components/display/copy-button.tsx'
import { FactList } from '../../../components/display/fact-list.tsx'
import { NewTabButton } from '../../../components/display/new-tab-button.tsx'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { t } from '../../../locales/translate.ts'
import { OrderFact } from './order-facts.tsx'
import type { Order } from './order-history.ts'

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
