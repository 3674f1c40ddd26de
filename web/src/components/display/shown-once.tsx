import { Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { t } from '../../locales/translate.ts'
import { CopyIcon } from './copy-button.tsx'

interface ShownOnceProps {
  readonly secret: string
  /** Completes the label "Copy …". */
  readonly what: string
  readonly onDone: () => void
  /** The hint that the secret is shown once, and where to store it. */
  readonly children: ReactNode
}

/** Shows a new secret in a dialog, to be copied before the dialog closes. */
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
