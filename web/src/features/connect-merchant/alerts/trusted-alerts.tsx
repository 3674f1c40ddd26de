import { TRUSTED_BANKS } from '@galla/upi/sentence-example'
import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../../locales/translate.ts'
import css from './alerts-panel.module.css'
import { FoldedPart } from './folded-part.tsx'

const SENDERS_SHOWN = 3

/** Which messages settle an order by themselves, and why no others do. */
export function TrustedAlerts() {
  const [name, setName] = useState(TRUSTED_BANKS.find(({ name: each }) => each === 'HDFC Bank')?.name ?? '')
  const bank = TRUSTED_BANKS.find((each) => each.name === name)
  return (
    <FoldedPart id="trusted-alerts" title={t('Which alerts are trusted')}>
      <Stack gap={20} miw={0}>
        <Text c="dimmed">
          {t(
            "An order is marked as paid only by an SMS whose sender is the registered header of a known bank, and that is one of this bank's own sentences from the first word to the last. Amount and UTR are read from the bank's words, never from the name or the note that a customer chose.",
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
              {t("Sender: {sender}. The first two letters are the operator's and differ.", {
                sender: bank.senders.slice(0, SENDERS_SHOWN).join(', '),
              })}
            </Text>
            <Stack
              component="ul"
              gap="xs"
              className={`plain-list ${css.sentences}`}
              aria-label={t('Sentences of {name}', { name: bank.name })}
            >
              {bank.examples.map((example) => (
                <li key={example}>{example}</li>
              ))}
            </Stack>
          </>
        )}
        <Text c="dimmed">
          {t(
            'Notifications of Google Pay for Business and PhonePe Business are recorded as payments when title and text come in fields of their own. They have no UTR, so you assign such a payment to its order.',
          )}
        </Text>
        <Text c="dimmed">
          {t(
            "Everything else waits in Reconciliation until you say that it is true: chats and notifications of PhonePe, Google Pay, Paytm and other apps for persons, senders without the operator's letters, names, phone numbers and e-mail. Any customer can write a message that looks like those.",
          )}
        </Text>
      </Stack>
    </FoldedPart>
  )
}
