import { Group } from '@mantine/core'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { When } from '../../../components/display/when.tsx'
import detail from '../../../components/layout/detail.module.css'
import { DetailSection } from '../../../components/layout/detail-section.tsx'
import { richText } from '../../../locales/rich-text.tsx'
import { t } from '../../../locales/translate.ts'
import type { Order } from './order-history.ts'
import { Quiet } from './quiet.tsx'

/** Each attempt to pay with its UPI reference, which the payer and the bank see too. */
export function OrderAttempts({ order }: { order: Order }) {
  return (
    <DetailSection title={t('Attempts to pay')} note={String(order.attempts.length)}>
      <ol className={detail.boxes}>
        {order.attempts.map(({ attempt, reference, startedAt, expiresAt }) => (
          <li key={attempt} className={detail.box}>
            <Group gap={6} wrap="nowrap">
              <span className="mono breaks">{reference}</span>
              <CopyIcon text={reference} what={t('UPI reference of attempt {attempt}', { attempt })} />
            </Group>
            <Quiet>
              {richText('<from></from> to <to></to>', {
                from: () => <When at={startedAt} exact />,
                to: () => <When at={expiresAt} exact />,
              })}
            </Quiet>
          </li>
        ))}
      </ol>
    </DetailSection>
  )
}
