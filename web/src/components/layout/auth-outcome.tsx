import { IconCircleCheck, IconLinkOff, IconMail } from 'virtual:icons'
import { Center, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { Seal } from '../feedback/seal.tsx'
import css from './auth-card.module.css'

const KINDS = {
  mail: { Icon: IconMail, tone: 'created' },
  done: { Icon: IconCircleCheck, tone: 'success' },
  broken: { Icon: IconLinkOff, tone: 'failed' },
} as const

interface AuthOutcomeProps {
  readonly kind: keyof typeof KINDS
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

/** Replaces a form that is done or unavailable. The heading takes the focus, so that screen readers read it. */
export function AuthOutcome({ kind, title, text, children }: AuthOutcomeProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { Icon, tone } = KINDS[kind]
  return (
    <Center flex={1} className={`glow ${css.page}`}>
      <Stack gap={20} justify="center" w="100%" maw={440} className={css.card}>
        <Stack gap={0} align="center" ta="center">
          <Seal tone={tone} size={64} round mb="md">
            <Icon size={28} stroke={1.7} />
          </Seal>
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
