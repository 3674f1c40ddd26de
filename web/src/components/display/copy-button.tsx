import { IconCheck, IconCopy } from 'virtual:icons'
import { ActionIcon, Button } from '@mantine/core'
import { t } from '../../locales/translate.ts'
import { useCopy } from './copied-text.ts'

/** `what` completes the accessible label "Copy …". */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { copied, copy } = useCopy()
  return (
    <ActionIcon
      color={copied ? 'success' : 'accent'}
      aria-label={copied ? t('Copied {what}', { what }) : t('Copy {what}', { what })}
      title={copied ? t('Copied!') : t('Copy {what}', { what })}
      onClick={(event) => {
        event.stopPropagation()
        copy(text)
      }}
    >
      {copied ? <IconCheck /> : <IconCopy />}
    </ActionIcon>
  )
}

export function CopyButton({ text, label = t('Copy') }: { text: string; label?: string }) {
  const { copied, copy } = useCopy()
  return (
    <Button
      variant="default"
      {...(copied ? { color: 'success' } : {})}
      miw={112}
      leftSection={copied ? <IconCheck /> : <IconCopy />}
      onClick={() => copy(text)}
    >
      <span aria-live="polite">{copied ? t('Copied!') : label}</span>
    </Button>
  )
}
