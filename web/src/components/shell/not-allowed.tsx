import { IconLock } from 'virtual:icons'
import { Button, Stack, Text } from '@mantine/core'
import { Link } from 'react-router'
import { t } from '../../locales/translate.ts'
import { paths } from '../../paths.ts'
import { useTabTitle } from '../layout/page-title.tsx'
import { Header } from './header.tsx'

/** What a merchant sees at an operator's address; the server refuses the calls anyway. */
export function NotAllowed() {
  useTabTitle(t('Not allowed'))
  return (
    <>
      <Header wide />
      <Stack
        id="main"
        component="main"
        gap="sm"
        align="center"
        justify="center"
        mih="calc(100dvh - 61px)"
        ta="center"
        py="xl"
        px="md"
        tabIndex={-1}
      >
        <IconLock size={40} stroke={1.4} aria-hidden color="var(--galla-accent)" />
        <h1>{t('This page is for operators')}</h1>
        <Text maw={420} c="dimmed" mb="sm">
          {t('You are logged in as a merchant. Your own orders and settings are on your dashboard.')}
        </Text>
        <Button component={Link} to={paths.dashboard} h={40}>
          {t('Go to the dashboard')}
        </Button>
      </Stack>
    </>
  )
}
