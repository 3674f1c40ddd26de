import { IconCircleCheck, IconLinkOff, IconMail } from 'virtual:icons'
import { Center, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import css from './auth-card.module.css'

const ICONS = { mail: IconMail, done: IconCircleCheck, broken: IconLinkOff } as const

interface AuthOutcomeProps {
  readonly kind: keyof typeof ICONS
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** What stands in the card once its form is done, or where it can't be. The heading takes the focus, so that it is read. */
export function AuthOutcome({ kind, title, text, children }: AuthOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const Icon = ICONS[kind]
  return (
    <Center flex={1} className={css.page}>
      <Stack gap={20} justify="center" miw={0} className={css.card}>
        <Stack gap={0} align="center" ta="center" className={css.outcome}>
          <span className={`${css.seal} ${css[kind]}`}>
            <Icon size={28} stroke={1.7} aria-hidden />
          </span>
          <h1 className={css.title} ref={heading} tabIndex={-1}>
            {title}
          </h1>
          <Text c="dimmed" mt={4}>
            {text}
          </Text>
        </Stack>
        {children}
      </Stack>
    </Center>
  )
}
