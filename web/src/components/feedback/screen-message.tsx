import { type Icon, IconAlertTriangle } from 'virtual:icons'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { Seal } from './seal.tsx'

export interface ScreenMessageProps {
  readonly Icon: Icon
  /** In the place of the icon. */
  readonly picture?: ReactNode
  readonly title: string
  readonly text?: string
  readonly tone?: 'calm' | 'failed'
  readonly action?: ReactNode
}

/** Replaces missing data: the empty state, a search without results, or an error. */
export function ScreenMessage({ Icon, picture, title, text, tone = 'calm', action }: ScreenMessageProps) {
  return (
    <Stack gap={0} align="center" ta="center" py={48} px="md" role={tone === 'failed' ? 'alert' : undefined}>
      {picture ?? (
        <Seal tone={tone === 'failed' ? 'failed' : 'created'} size={52} mb="md">
          <Icon size={24} stroke={1.7} />
        </Seal>
      )}
      <Text fz="md" fw={600}>
        {title}
      </Text>
      {text !== undefined && (
        <Text c="dimmed" maw={420} mt={4} style={{ textWrap: 'balance' }}>
          {text}
        </Text>
      )}
      {action !== undefined && (
        <Group gap="xs" align="stretch" justify="center" mt="md">
          {action}
        </Group>
      )}
    </Stack>
  )
}

export function LoadError({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <ScreenMessage
      Icon={IconAlertTriangle}
      tone="failed"
      title={message}
      action={
        <Button variant="default" onClick={onRetry}>
          {t('Try Again')}
        </Button>
      }
    />
  )
}
