import { Box, Group } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../locales/translate.ts'
import { ActionButton } from './action-button.tsx'
import { Banner } from './banner.tsx'
import { type FailureTexts, failureMessage } from './failure-message.ts'

interface OldDataProps {
  readonly query: { readonly error: unknown; readonly refetch: () => unknown }
  readonly failure: FailureTexts
}

/** Warns that the data below is stale because it could not be fetched again. */
export function OldData({ query, failure }: OldDataProps) {
  const [trying, setTrying] = useState(false)
  const tryAgain = async () => {
    setTrying(true)
    await query.refetch()
    setTrying(false)
  }
  const why = failureMessage(query.error, failure).replace(/\.$/, '')
  return (
    <Group gap="xs">
      <Box flex="1 1 240px">
        <Banner tone="failed" message={t('{why}. This page may be out of date.', { why })} />
      </Box>
      <ActionButton
        variant="default"
        busy={trying}
        busyLabel={t('Trying...')}
        onClick={() => void tryAgain()}
      >
        {t('Try Again')}
      </ActionButton>
    </Group>
  )
}
