import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { CopyIcon } from './copy-button.tsx'

interface ShownOnceProps {
  readonly secret: string
  /** Completes "Copy …". */
  readonly what: string
  readonly onDone: () => void
  /** Says that it is shown once, and where it goes. */
  readonly children: ReactNode
}

/** A new secret in its dialog, to be copied before the dialog closes. */
export function ShownOnce({ secret, what, onDone, children }: ShownOnceProps) {
  return (
    <Stack gap="md">
      {children}
      <Group
        component="p"
        gap="xs"
        wrap="nowrap"
        py={10}
        px="sm"
        bdrs="sm"
        bg="var(--galla-sunken)"
        className="breaks"
      >
        <code>{secret}</code>
        <CopyIcon text={secret} what={what} />
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('Done')}</Button>
      </Group>
    </Stack>
  )
}
