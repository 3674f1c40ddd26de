import { IconEye, IconLock, IconMail } from 'virtual:icons'
import { Group, Stack } from '@mantine/core'
import { Panel } from '../../components/layout/panel.tsx'
import css from './kyc-page.module.css'

const STEPS = [
  {
    Icon: IconLock,
    title: 'Kept encrypted',
    text: 'Pictures lose their hidden data, such as the place where they were taken. Files are encrypted with a key of your own.',
  },
  {
    Icon: IconEye,
    title: 'Seen by reviewers only',
    text: 'A person compares the number with the document. Every look is written down.',
  },
  {
    Icon: IconMail,
    title: 'You get a mail',
    text: 'It says that you are verified, or what is missing. Then you can send the documents again.',
  },
] as const

/** What becomes of a document, before anybody sends one. */
export function WhatHappens() {
  return (
    <Panel title="What happens to them">
      <Stack component="ul" gap={18} className={`plain-list ${css.steps}`}>
        {STEPS.map(({ Icon, title, text }) => (
          <Group key={title} component="li" gap="sm" align="stretch" wrap="nowrap">
            <Icon size={20} stroke={1.7} aria-hidden />
            <div>
              <strong>{title}</strong>
              <p>{text}</p>
            </div>
          </Group>
        ))}
      </Stack>
    </Panel>
  )
}
