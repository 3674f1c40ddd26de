import { Button, Group, Text, Title } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useSession } from '../../session/session.tsx'
import css from './call-to-action.module.css'

/** Where "Get started" leads: to the dashboard when logged in, else to the login. */
export function useStart(): string {
  const { remembered } = useSession()
  return remembered === undefined ? paths.login : paths.dashboard
}

export function CallToAction() {
  const start = useStart()
  return (
    <Group
      component="section"
      gap="lg"
      justify="space-between"
      wrap="nowrap"
      maw={1112}
      bdrs="lg"
      c="#ffffff"
      w={{ base: 'calc(100% - 32px)', xs: 'calc(100% - 48px)' }}
      className={css.call}
      aria-labelledby="call"
    >
      <div>
        <Title id="call" order={2} fz="xl" fw={700}>
          {t('Your first test payment takes two minutes')}
        </Title>
        <Text mt={6} fz="md" c="#dbe6fb">
          {t('Test mode is free and needs no bank account. The free trial includes 25 live QR requests.')}
        </Text>
      </div>
      <Button component={Link} to={start} h={48} px={24} fz={16} className={css.button ?? ''}>
        {t('Start Free Trial')}
      </Button>
    </Group>
  )
}
