import { Group } from '@mantine/core'
import { useState } from 'react'
import { t } from '../../locales/translate.ts'
import { ActionButton } from '../form/action-button.tsx'
import { Banner } from './banner.tsx'
import { type FailureWords, failureMessage } from './failure-message.ts'

interface OldDataProps {
  readonly error: unknown
  readonly words: FailureWords
  readonly onRetry: () => unknown
}

/** Stands over what was fetched before and could not be fetched again. */
export function OldData({ error, words, onRetry }: OldDataProps) {
  const [trying, setTrying] = useState(false)
  const tryAgain = async () => {
    setTrying(true)
    await onRetry()
    setTrying(false)
  }
  const why = failureMessage(error, words).replace(/\.$/, '')
  return (
    <Group gap="xs">
      <Banner tone="failed" message={t('{why}. What you see may be old.', { why })} />
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
