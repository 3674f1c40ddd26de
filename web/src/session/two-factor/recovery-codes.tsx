import { IconDownload, IconShieldCheck } from 'virtual:icons'
import { Button, Group, SimpleGrid, Stack } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { keepFile } from '../../api/saved-file.ts'
import { CopyButton } from '../../components/display/copy-button.tsx'
import css from './two-factor.module.css'

const FILE = 'galla-recovery-codes.txt'

function download(codes: readonly string[]): void {
  const file = keepFile('text/plain')
  const text = ['Galla recovery codes. Each works once, in place of a code of the app.', '', ...codes, '']
  file.add(new TextEncoder().encode(text.join('\r\n')))
  file.save(FILE)
}

interface RecoveryCodesProps {
  readonly codes: readonly string[]
  readonly onSaved: () => void
}

/** The only time that they are seen. */
export function RecoveryCodes({ codes, onSaved }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap={20}>
      <div>
        <h3 className={css.done} ref={heading} tabIndex={-1}>
          <IconShieldCheck size={20} stroke={1.8} aria-hidden />
          Two-factor login is on. Save your recovery codes
        </h3>
        <p className={css.hint}>
          Without your phone, one of these opens your account. Each works once. They are shown only now: keep
          them where you find them without the phone.
        </p>
      </div>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, xs: 2 }}
        spacing="md"
        verticalSpacing="xs"
        p="md"
        bdrs="md"
        bg="var(--galla-sunken)"
        className={`plain-list ${css.codes}`}
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs" align="stretch" justify="flex-end" mt="xs" className={css.actions}>
        <CopyButton text={codes.join('\n')} label="Copy all" />
        <Button
          variant="default"
          h={40}
          leftSection={<IconDownload size={16} aria-hidden />}
          onClick={() => download(codes)}
        >
          Download
        </Button>
        <Button h={40} onClick={onSaved}>
          I have saved them
        </Button>
      </Group>
    </Stack>
  )
}
