import { IconEye, IconLock, IconMail } from 'virtual:icons'
import { Group, Stack, Text } from '@mantine/core'
import { Panel } from '../../components/layout/panel.tsx'
import { t } from '../../locales/translate.ts'

const STEPS = [
  {
    Icon: IconLock,
    title: t('Kept encrypted'),
    text: t(
      'Pictures lose their hidden data, such as the place where they were taken. Files are encrypted with a key of your own.',
    ),
  },
  {
    Icon: IconEye,
    title: t('Seen by reviewers only'),
    text: t('A person compares the number with the document. Every look is written down.'),
  },
  {
    Icon: IconMail,
    title: t('You get a mail'),
    text: t('It says that you are verified, or what is missing. Then you can send the documents again.'),
  },
] as const

/** What becomes of a document, before anybody sends one. */
export function WhatHappens() {
  return (
    <Panel title={t('What happens to them')}>
      <Stack component="ul" gap={18} className="plain-list">
        {STEPS.map(({ Icon, title, text }) => (
          <Group key={title} component="li" gap="sm" align="flex-start" wrap="nowrap">
            <Icon size={20} stroke={1.7} color="var(--galla-accent)" aria-hidden />
            <div>
              <Text fw={600}>{title}</Text>
              <p className="muted">{text}</p>
            </div>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
