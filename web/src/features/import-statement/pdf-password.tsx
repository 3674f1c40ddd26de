import { Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/form/action-button.tsx'
import { PasswordField } from '../../components/form/password-field.tsx'
import { t } from '../../locales/translate.ts'

interface PdfPasswordProps {
  readonly fileName: string
  /** What the server says: that one is needed, or that it is another. */
  readonly message: string
  readonly busy: boolean
  readonly busyLabel: string
  readonly onOpen: (password: string) => void
}

/** Asks for the password of a PDF that was just sent, and sends the same file with it. */
export function PdfPassword({ fileName, message, busy, busyLabel, onOpen }: PdfPasswordProps) {
  const [password, setPassword] = useState('')
  return (
    <form
      aria-label={t('Password of the PDF')}
      onSubmit={(event) => {
        event.preventDefault()
        if (password !== '') onOpen(password)
      }}
    >
      <Stack gap="sm" my="md" p="md" bg="var(--galla-sunken)" bdrs="md">
        <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
          {fileName}
        </Text>
        <PasswordField
          label={t('Password of the PDF')}
          description={t(
            "Your bank's e-mail says how it is made, often from your name and date of birth. It is used once and not kept.",
          )}
          autoComplete="off"
          maw={480}
          autoFocus
          value={password}
          error={busy ? undefined : message}
          disabled={busy}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <Group>
          <ActionButton type="submit" busy={busy} busyLabel={busyLabel} disabled={password === ''}>
            {t('Open the PDF')}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}
