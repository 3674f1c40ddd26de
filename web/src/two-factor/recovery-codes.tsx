import { IconDownload, IconShieldCheck } from 'virtual:icons'
import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { saveFile } from '../browser/file-download.ts'
import { CopyButton } from '../components/display/copy-button.tsx'
import { t } from '../locales/translate.ts'
import css from './two-factor.module.css'

const FILE = 'galla-recovery-codes.txt'

function download(codes: readonly string[]): void {
  const text = [t('Galla recovery codes. Each works once, instead of a code from the app.'), '', ...codes, '']
  saveFile(FILE, 'text/plain', [text.join('\r\n')])
}

/** Shows new recovery codes, which are visible only once. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <Stack gap={20}>
      <div>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <IconShieldCheck size={20} stroke={1.8} color="var(--galla-success)" />
          <h3 ref={heading} tabIndex={-1}>
            {t('Two-factor login is on. Save your recovery codes')}
          </h3>
        </Group>
        <Text mt={4} c="dimmed">
          {t(
            'Use one of these codes to log in without your phone. Each works once. They are shown only now: keep them where you can find them without the phone.',
          )}
        </Text>
      </div>
      <SimpleGrid
        component="ol"
        cols={{ base: 1, xs: 2 }}
        spacing="md"
        verticalSpacing="xs"
        p="md"
        bdrs="md"
        bg="var(--galla-sunken)"
        className="plain-list"
        aria-label={t('Recovery codes')}
      >
        {codes.map((code) => (
          <li key={code}>
            <Text component="code" fz="md" fw={600} lts="0.04em" className="mono">
              {code}
            </Text>
          </li>
        ))}
      </SimpleGrid>
      <Group gap="xs" justify="flex-end" mt="xs" className={css.actions}>
        <CopyButton text={codes.join('\n')} label={t('Copy all')} />
        <Button variant="default" leftSection={<IconDownload />} onClick={() => download(codes)}>
          {t('Download')}
        </Button>
        <Button onClick={onSaved}>{t('I have saved them')}</Button>
      </Group>
    </Stack>
  )
}
