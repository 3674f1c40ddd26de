import { IconAlertTriangle, IconCircleCheck } from 'virtual:icons'
import { CloseButton, Text } from '@mantine/core'
import css from './banner.module.css'

interface BannerProps {
  readonly tone: 'success' | 'failed' | 'pending'
  readonly message: string
  readonly onDismiss?: () => void
}

/** A sentence that stays on the screen until it is dismissed. */
export function Banner({ tone, message, onDismiss }: BannerProps) {
  const Icon = tone === 'success' ? IconCircleCheck : IconAlertTriangle
  return (
    <div className={`${css.banner} ${css[tone]}`} role={tone === 'success' ? 'status' : 'alert'}>
      <Icon size={18} aria-hidden />
      <Text span flex={1}>
        {message}
      </Text>
      {onDismiss !== undefined && (
        <CloseButton aria-label="Dismiss" onClick={onDismiss} variant="transparent" c="inherit" />
      )}
    </div>
  )
}
