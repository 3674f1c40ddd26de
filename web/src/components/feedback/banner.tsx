import { IconAlertTriangle, IconCircleCheck } from 'virtual:icons'
import { CloseButton } from '@mantine/core'
import { t } from '../../locales/translate.ts'
import { Notice } from './notice.tsx'

interface BannerProps {
  readonly tone: 'success' | 'failed' | 'pending'
  readonly message: string
  readonly onDismiss?: () => void
}

/** A message that stays on the screen until it is dismissed. */
export function Banner({ tone, message, onDismiss }: BannerProps) {
  return (
    <Notice
      tone={tone}
      Icon={tone === 'success' ? IconCircleCheck : IconAlertTriangle}
      // In a column, a basis would be a height.
      flex="0 1 auto"
      w="100%"
      wrap="nowrap"
      c={`var(--galla-${tone})`}
      fw={500}
      role={tone === 'success' ? 'status' : 'alert'}
      action={
        onDismiss !== undefined && (
          <CloseButton
            aria-label={t('Dismiss')}
            variant="transparent"
            c="inherit"
            my={-8}
            mr={-8}
            onClick={onDismiss}
          />
        )
      }
    >
      {message}
    </Notice>
  )
}
