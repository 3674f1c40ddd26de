import { TRUSTED_BANKS } from '@galla/upi/sentence-example'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../locales/translate.ts'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'

const SENDERS_SHOWN = 3

/** Explains which messages settle an order automatically. */
export function TrustedAlerts() {
  const [name, setName] = useState(TRUSTED_BANKS.find(({ name: each }) => each === 'HDFC Bank')?.name ?? '')
  const bank = TRUSTED_BANKS.find((each) => each.name === name)
  return (
    <FoldedPart id="trusted-alerts" title={t('Which alerts are trusted')}>
      <Stack gap={20} miw={0}>
        <Text c="dimmed">
          {t(
            "An SMS marks an order as paid only if its sender is the registered header of a known bank and the message begins like a known format of that bank. The amount and the account are read from the bank's own text, never from a name or note that a customer chose; the UTR only if the whole message matches.",
          )}
        </Text>
        <NativeSelect
          label={t('Your bank')}
          data={TRUSTED_BANKS.map((each) => each.name)}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {bank !== undefined && (
          <>
            <Text c="dimmed">
              {t('Sender: {sender}. The first two letters depend on the mobile operator.', {
                sender: bank.senders.slice(0, SENDERS_SHOWN).join(', '),
              })}
            </Text>
            <Stack
              component="ul"
              gap="xs"
              className={`plain-list ${css.sentences}`}
              aria-label={t('Known messages of {name}', { name: bank.name })}
            >
              {bank.examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </Stack>
          </>
        )}
        <Text c="dimmed">
          {t(
            'Notifications of BharatPe are recorded as payments. They have no UTR, so they mark an order as paid only if unique amounts are on; assign other payments to their orders yourself.',
          )}
        </Text>
        <Text c="dimmed">
          {t(
            "All other messages wait in Reconciliation until you confirm them: chats and notifications of PhonePe, Google Pay, Paytm and other personal apps, emails, and senders without the operator's letters, such as names and phone numbers. Any customer can write a message that looks like those.",
          )}
        </Text>
      </Stack>
    </FoldedPart>
  )
}
