import type { BankEmailSource } from '@galla/contract/reconciliation/bank-emails'
import { Box, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { CopyIcon } from '../../../components/display/copy-button.tsx'
import { ActionButton } from '../../../components/form/action-button.tsx'
import { messagesFrom } from '../../../components/form/form-errors.ts'
import { t } from '../../../locales/translate.ts'
import { useRotateEmailAddress } from './bank-email-query.ts'

/** The address of this installation that takes the bank's e-mails. */
export function ReceivingAddress({ source: { address } }: { source: BankEmailSource }) {
  const [bankWritesTo, setBankWritesTo] = useState(address?.bankWritesTo ?? '')
  const [error, setError] = useState<string>()
  const rotate = useRotateEmailAddress({
    onDone: () => setError(undefined),
    onFailed: (failure) => setError(Object.values(messagesFrom(failure))[0]),
  })
  return (
    <Stack gap="xs" component="section" aria-labelledby="email-address" miw={0}>
      <Title id="email-address" order={3} fz="sm">
        {t('Or forward the e-mails')}
      </Title>
      <Text c="dimmed">
        {t(
          'Let your mailbox forward the e-mails of your bank to an address of your own here. Gmail asks for a confirmation code: you find it in Reconciliation, Unread alerts, under “No payment”.',
        )}
      </Text>
      {address !== null && (
        <Paper withBorder radius="md" p={6} pl="sm" display="flex" style={{ alignItems: 'center' }}>
          <Box component="code" flex={1} miw={0} fz="sm" className="breaks">
            {address.address}
          </Box>
          <CopyIcon text={address.address} what={t('e-mail address')} />
        </Paper>
      )}
      <TextInput
        type="email"
        label={t('Your bank writes to')}
        placeholder="you@gmail.com"
        value={bankWritesTo}
        error={error}
        onChange={(event) => setBankWritesTo(event.currentTarget.value)}
      />
      <div>
        <ActionButton
          variant="default"
          busy={rotate.isPending}
          busyLabel={t('Making...')}
          onClick={() => rotate.mutate(bankWritesTo)}
        >
          {address === null ? t('Make an address') : t('Replace address')}
        </ActionButton>
      </div>
    </Stack>
  )
}
